// What a browser calls itself, in a few words: "Firefox · Linux". Only for people to recognise their
// own devices by; a browser may call itself anything.

/** Later names in such a text include earlier ones: Edge calls itself Chrome and Safari too. */
const BROWSERS: [RegExp, string][] = [
  [/MicroMessenger/, '微信'],
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const SYSTEMS: [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/HarmonyOS|OpenHarmony/, 'HarmonyOS'],
  [/Windows/, 'Windows'],
  [/Macintosh|Mac OS/, 'Mac'],
  [/Linux|X11/, 'Linux'],
];

const LONGEST = 40;

/** Null for nothing; a name that is none of a browser's is shown as it is, cut short. */
export function deviceName(agent: string): string | null {
  const find = (list: [RegExp, string][]) => list.find(([sign]) => sign.test(agent))?.[1];
  const known = [find(BROWSERS), find(SYSTEMS)].filter(Boolean).join(' · ');
  return known || agent.trim().slice(0, LONGEST) || null;
}
