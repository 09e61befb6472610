// Draws the characters on the tiles and on the map as outlines, so that they look the same on
// every machine: reads Debian's Noto Serif CJK Bold and writes src/generated/glyphs.ts.
// It is a build step, not part of the page; the generated file is not committed.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as fontkit from 'fontkit';

const FONT = '/usr/share/fonts/opentype/noto/NotoSerifCJK-Bold.ttc';
const OUT = join(dirname(fileURLToPath(import.meta.url)), '../src/generated/glyphs.ts');
const EM = 500; // units of the written outlines; a tile is never drawn so large that this shows

const SIMPLIFIED = '军旗司令长师旅团营连排工兵地雷炸弹行大本山界前线棋';
const TRADITIONAL = '軍長師團營連彈線';
const LATIN = '0123456789?≥≤';

/** One outline as a compact relative path, y downwards, the origin at the em box's top left. */
function outline(font, char) {
  const glyph = font.glyphForCodePoint(char.codePointAt(0));
  if (glyph.id === 0) throw new Error(`${FONT} has no glyph for ${char}`);
  const scale = EM / font.unitsPerEm;
  const px = (x) => Math.round(x * scale);
  const py = (y) => Math.round((880 - y) * scale); // 880: the ideographic em box's top
  let x0 = 0;
  let y0 = 0;
  let d = '';
  const emit = (letter, args) => {
    const numbers = [];
    for (let i = 0; i < args.length; i += 2) {
      numbers.push(px(args[i]) - x0, py(args[i + 1]) - y0);
    }
    d += letter + numbers.join(' ').replace(/ -/g, '-');
    x0 = px(args.at(-2));
    y0 = py(args.at(-1));
  };
  const letters = { moveTo: 'm', lineTo: 'l', quadraticCurveTo: 'q', bezierCurveTo: 'c' };
  let start = [0, 0];
  for (const { command, args } of glyph.path.commands) {
    if (command === 'closePath') {
      d += 'z';
      [x0, y0] = start; // a relative path goes on from where the closed contour began
    } else {
      emit(letters[command], args);
      if (command === 'moveTo') start = [x0, y0];
    }
  }
  return { width: px(glyph.advanceWidth), d };
}

function main() {
  if (!existsSync(FONT)) {
    throw new Error(`${FONT} is missing: install Debian's package fonts-noto-cjk`);
  }
  const collection = fontkit.openSync(FONT);
  const sets = [
    ['NotoSerifCJKsc-Bold', SIMPLIFIED + LATIN],
    ['NotoSerifCJKtc-Bold', TRADITIONAL],
  ];
  const lines = [];
  for (const [name, chars] of sets) {
    const font = collection.getFont(name);
    for (const char of chars) {
      const { width, d } = outline(font, char);
      lines.push(`  '${char}': [${width}, '${d}'],`);
    }
  }
  mkdirSync(dirname(OUT), { recursive: true });
  writeFileSync(
    OUT,
    `// Made by tools/glyphs.mjs from Noto Serif CJK Bold (SIL Open Font License 1.1). Do not edit.\n` +
      `export const EM = ${EM};\n` +
      `/** Character to [advance width, outline], in units of 1/EM. */\n` +
      `export const glyphs: Record<string, [number, string]> = {\n${lines.join('\n')}\n};\n`,
  );
}

main();
