// Is there room for the side panel beside the board? The same width as in the style sheets.
const wide = matchMedia('(min-width: 900px)');
let current = $state(wide.matches);
wide.addEventListener('change', (event) => (current = event.matches));

export const desk = {
  get current(): boolean {
    return current;
  },
};
