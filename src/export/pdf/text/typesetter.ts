// Which font writes a text, and with which glyphs. Where no font can, that is known before anything is
// written.

import type { FontFiles } from '../fonts.ts';
import { joinArabic } from './arabic.ts';
import { visualOrder } from './bidi.ts';
import { openFont, type OpenFont } from './openFont.ts';
import { createPainter, type Painter } from './painter.ts';

/** Glyphs of one font, in the order in which they stand. */
export interface Run {
  readonly font: string;
  readonly glyphs: string;
  /** Text that must be shaped, and so becomes a picture. */
  readonly isPainted?: true;
}

export interface Typesetter {
  readonly fonts: readonly OpenFont[];
  /** Characters that cannot be written. */
  readonly missing: readonly string[];
  /** One line from left to right: in one font wherever one has all of its glyphs. */
  set(line: string): readonly Run[];
  /** Makes the pictures; there are none where there is no painter. */
  readonly painter: Painter | undefined;
}

export const plainFont = 'helvetica';

/** Of the table, in points. */
export const textSize = 8;
export const textLeading = 11.5;

/** What Helvetica writes: the printable characters of Windows-1252, the soft hyphen aside. */
const plain = /^[\x20-\x7e\xa0-\xac\xae-\xff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]*$/;
export const isPlain = (text: string) => plain.test(text);

/**
 * Letters of these scripts change with their neighbours in ways that a PDF does not do by itself, nor do we.
 */
const shaped = ['Deva', 'Beng', 'Guru', 'Gujr', 'Orya', 'Taml', 'Telu', 'Knda', 'Mlym', 'Sinh', 'Khmr', 'Mymr', 'Tibt']
  .concat(['Syrc', 'Mong', 'Nkoo', 'Java', 'Bali'])
  .map((script) => `\\p{Script=${script}}`)
  .join('');
const needsShaping = new RegExp(`[${shaped}]`, 'u');
/** Words of them, with the marks and joiners between their letters. */
const shapedWords = new RegExp(`([${shaped}][${shaped}\\p{M}\u200c\u200d]*)`, 'u');
/** A letter that is left after joining has no form that could be joined. */
const unjoined = /(?=\p{Script=Arabic})\p{L}(?<![\ufb50-\ufdff\ufe70-\ufeff])/u;

/** `texts` is all that will be set; of the fonts only those that these need are fetched. */
export async function createTypesetter(texts: Iterable<string>, files: FontFiles): Promise<Typesetter> {
  const missing = new Set<string>();
  for (const text of texts) {
    if (!isPlain(text)) for (const glyph of glyphsOf(text)) if (!isPlain(glyph)) missing.add(glyph);
  }
  const fonts: OpenFont[] = [];
  const painter = [...missing].some((glyph) => needsShaping.test(glyph))
    ? createPainter(textSize, textLeading)
    : undefined;
  const brushes: OpenFont[] = [];
  const names = missing.size > 0 ? await files.names() : [];
  for (const name of names) {
    if (missing.size === 0) break;
    const font = await openFont(name, await files.read(name));
    const has = (glyph: string) => font.has(glyph) && !needsShaping.test(glyph) && !unjoined.test(glyph);
    fonts.push({ ...font, has });
    const canPaint = (glyph: string) => painter !== undefined && needsShaping.test(glyph) && font.has(glyph);
    if (painter && [...missing].some(canPaint)) {
      await painter.add(font);
      brushes.push(font);
    }
    for (const glyph of missing) if (has(glyph) || canPaint(glyph)) missing.delete(glyph);
  }
  const writers = [...fonts, { name: plainFont, has: isPlain }];
  const box = fonts.some((font) => font.has('□')) ? '□' : '?';
  const known = new Map<string, readonly Run[]>();

  function runsOf(line: string): Run[] {
    if (brushes.length === 0 || !needsShaping.test(line)) return writtenRuns(line);
    return line
      .normalize('NFC')
      .split(shapedWords)
      .filter(Boolean)
      .flatMap((word) => {
        const letters = Array.from(word.replace(/\p{Cf}/gu, ''));
        const brush = needsShaping.test(word) && brushes.find((font) => letters.every(font.has));
        return brush ? [{ font: brush.name, glyphs: word, isPainted: true as const }] : writtenRuns(word);
      });
  }

  function writtenRuns(line: string): Run[] {
    if (isPlain(line)) return [{ font: plainFont, glyphs: line }];
    const glyphs = Array.from(glyphsOf(line), (glyph) => (writers.some((font) => font.has(glyph)) ? glyph : box));
    const whole = writers.find((font) => glyphs.every(font.has));
    if (whole) return [{ font: whole.name, glyphs: glyphs.join('') }];
    const runs: Run[] = [];
    for (const glyph of glyphs) {
      const font = writers.find((candidate) => candidate.has(glyph))?.name ?? plainFont;
      const before = runs.at(-1);
      if (before?.font === font) runs[runs.length - 1] = { font, glyphs: before.glyphs + glyph };
      else runs.push({ font, glyphs: glyph });
    }
    return runs;
  }

  return {
    fonts,
    painter,
    missing: Array.from(missing, (glyph) => glyph.normalize('NFKC')),
    set(line) {
      const before = known.get(line);
      if (before) return before;
      const runs = runsOf(line);
      known.set(line, runs);
      return runs;
    },
  };
}

/** Signs that only steer how text runs have done their work then. */
const glyphsOf = (text: string) =>
  visualOrder(joinArabic(text.normalize('NFC')))
    .replace(/\p{Cf}/gu, '')
    .replace(/\p{Cc}/gu, ' ');
