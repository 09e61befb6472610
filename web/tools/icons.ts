// Home screens want icons of dots, not of lines: draws public/icon.svg as PNG files beside it while
// the page is built. iOS rounds its corners itself and shows no transparency, and a launcher may cut
// a maskable icon down to a circle: those stand on the page's ground, with room around.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { initWasm, Resvg } from '@resvg/resvg-wasm';
import type { Plugin } from 'vite';

const GROUND = '#e9dcc0';

interface Icon {
  fileName: string;
  size: number;
  /** How much of the width the drawing takes; less than all of it: on the ground. */
  share: number;
}

/** Named in index.html and public/site.webmanifest. */
const ICONS: readonly Icon[] = [
  { fileName: 'apple-touch-icon.png', size: 180, share: 0.78 },
  { fileName: 'icon-192.png', size: 192, share: 1 },
  { fileName: 'icon-512.png', size: 512, share: 1 },
  { fileName: 'icon-maskable.png', size: 512, share: 0.62 }, // its corners stay within the circle
];

/** The drawing in the middle of a square of its own. */
function placed(svg: string, share: number): string {
  const side = 32 / share;
  const at = (side - 32) / 2;
  const ground = share < 1 ? `<rect width="${side}" height="${side}" fill="${GROUND}"/>` : '';
  const inner = svg.replace('<svg ', `<svg x="${at}" y="${at}" width="32" height="32" `);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}">${ground}${inner}</svg>`;
}

export function icons(): Plugin {
  return {
    name: 'icons',
    async generateBundle() {
      const wasm = createRequire(import.meta.url).resolve('@resvg/resvg-wasm/index_bg.wasm');
      await initWasm(readFileSync(wasm));
      const svg = readFileSync(new URL('../public/icon.svg', import.meta.url), 'utf8');
      for (const { fileName, size, share } of ICONS) {
        const drawn = new Resvg(placed(svg, share), { fitTo: { mode: 'width', value: size } }).render();
        this.emitFile({ type: 'asset', fileName, source: drawn.asPng() });
      }
    },
  };
}
