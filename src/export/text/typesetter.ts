// Which font writes a text, and with which glyphs. Where no font can, that is known before anything is written.

import type { FontFiles } from '../fonts.ts';
import { joinArabic } from './arabic.ts';
import { visualOrder } from './bidi.ts';
import { openFont, type OpenFont } from './openFont.ts';

export interface Typesetter {
  readonly fonts: readonly OpenFont[];
  /** Characters that cannot be written. */
  readonly missing: readonly string[];
  /** The font's name, and the glyphs of one line from left to right. */
  set(line: string): { font: string; glyphs: string };
}

export const plainFont = 'helvetica';

/** What Helvetica writes: the printable characters of Windows-1252, the soft hyphen aside. */
const plain = /^[\x20-\x7e\xa0-\xac\xae-\xff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]*$/;
export const isPlain = (text: string) => plain.test(text);

/** Letters of these scripts change with their neighbours in ways that a PDF does not do by itself, nor do we. */
const needsShaping = new RegExp(
  `[${['Deva', 'Beng', 'Guru', 'Gujr', 'Orya', 'Taml', 'Telu', 'Knda', 'Mlym', 'Sinh', 'Khmr', 'Mymr', 'Tibt']
    .concat(['Syrc', 'Mong', 'Nkoo', 'Java', 'Bali'])
    .map((script) => `\\p{Script=${script}}`)
    .join('')}]`,
  'u',
);
/** A letter that is left after joining has no form that could be joined. */
const unjoined = /(?=\p{Script=Arabic})\p{L}(?<![\ufb50-\ufdff\ufe70-\ufeff])/u;

/** `texts` is all that will be set; of the fonts only those that these need are fetched. */
export async function createTypesetter(texts: Iterable<string>, files: FontFiles): Promise<Typesetter> {
  let homeless = [...texts].filter((text) => !isPlain(text));
  const fonts: OpenFont[] = [];
  const names = homeless.length > 0 ? await files.names() : [];
  for (const name of names) {
    if (homeless.length === 0) break;
    const font = await openFont(name, await files.read(name));
    fonts.push(font);
    homeless = homeless.filter((text) => missingFrom(font, glyphsOf(text)).length > 0);
  }
  const missing = homeless.flatMap((text) => bestFor(fonts, glyphsOf(text))?.missing ?? [...text]);

  const known = new Map<string, { font: string; glyphs: string }>();
  function choose(line: string): { font: string; glyphs: string } {
    if (isPlain(line)) return { font: plainFont, glyphs: line };
    const glyphs = glyphsOf(line);
    const best = bestFor(fonts, glyphs);
    if (!best) return { font: plainFont, glyphs: line.replace(/[^\x20-\x7e]/gu, '?') };
    const box = missingFrom(best.font, '□').length > 0 ? '?' : '□';
    const written = Array.from(glyphs, (glyph) => (best.missing.includes(glyph) ? box : glyph)).join('');
    return { font: best.font.name, glyphs: written };
  }

  return {
    fonts,
    missing: [...new Set(missing)].map((glyph) => glyph.normalize('NFKC')),
    set(line) {
      const before = known.get(line);
      if (before) return before;
      const chosen = choose(line);
      known.set(line, chosen);
      return chosen;
    },
  };
}

/** Signs that only steer how text runs have done their work then. */
const glyphsOf = (text: string) =>
  visualOrder(joinArabic(text.normalize('NFC'))).replace(/\p{Cf}/gu, '').replace(/\p{Cc}/gu, ' ');

function missingFrom(font: OpenFont, glyphs: string): string[] {
  return Array.from(glyphs).filter(
    (glyph) => !font.has(glyph) || needsShaping.test(glyph) || unjoined.test(glyph),
  );
}

/** The first font with the fewest gaps: a text is written in one font, so that its letters match. */
function bestFor(fonts: readonly OpenFont[], glyphs: string): { font: OpenFont; missing: string[] } | undefined {
  let best: { font: OpenFont; missing: string[] } | undefined;
  for (const font of fonts) {
    const missing = missingFrom(font, glyphs);
    if (!best || missing.length < best.missing.length) best = { font, missing };
  }
  return best;
}
