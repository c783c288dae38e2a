// Turns text into glyphs and chooses the fonts for them.

import type { FontFiles } from '../fonts.ts';
import { joinArabic } from './arabic.ts';
import { visualOrder } from './bidi.ts';
import { loadFonts, needsShaping, splitShapedWords, type FontSet } from './fontSet.ts';
import type { OpenFont } from './openFont.ts';
import type { Painter } from './painter.ts';

/** Glyphs of one font, from left to right. */
export interface Run {
  readonly font: string;
  readonly glyphs: string;
  /** Text that must be shaped, so it becomes a picture. */
  readonly isPainted?: true;
}

export type Line = readonly Run[];
export const noLine: Line = [];

export interface Typesetter {
  readonly fonts: readonly OpenFont[];
  /** Characters that no font has. */
  readonly missing: readonly string[];
  /** In one font, wherever one has all of its glyphs. */
  set(line: string): Line;
  readonly painter: Painter | undefined;
}

export const plainFont = 'helvetica';

/** The printable characters of Windows-1252 without the soft hyphen, which is what Helvetica has. */
const plain = /^[\x20-\x7e\xa0-\xac\xae-\xff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]*$/;
export const isPlain = (text: string) => plain.test(text);

/** `texts` is everything that will be set; only the fonts that it needs are fetched. */
export async function createTypesetter(texts: Iterable<string>, files: FontFiles): Promise<Typesetter> {
  const foreign = new Set<string>();
  for (const text of texts) {
    if (!isPlain(text)) for (const glyph of glyphsOf(text)) if (!isPlain(glyph)) foreign.add(glyph);
  }
  const fonts = await loadFonts(foreign, files);
  const known = new Map<string, Line>();
  return {
    fonts: fonts.embedded,
    painter: fonts.painter,
    missing: Array.from(fonts.missing, (glyph) => (isArabicForm.test(glyph) ? glyph.normalize('NFKC') : glyph)),
    set(line) {
      const before = known.get(line);
      if (before) return before;
      const runs = runsOf(line, fonts);
      known.set(line, runs);
      return runs;
    },
  };
}

/** A joined form of a letter; people know the letter. */
const isArabicForm = /[\ufb50-\ufdff\ufe70-\ufefc]/;

function runsOf(line: string, fonts: FontSet): Run[] {
  if (fonts.painted.length === 0 || !needsShaping(line)) return writtenRuns(line, fonts);
  return splitShapedWords(line.normalize('NFC')).flatMap((word) => {
    const letters = Array.from(word.replace(/\p{Cf}/gu, ''));
    const font = needsShaping(word) && fonts.painted.find(({ has }) => letters.every(has));
    return font ? [{ font: font.name, glyphs: word, isPainted: true as const }] : writtenRuns(word, fonts);
  });
}

function writtenRuns(line: string, { embedded }: FontSet): Run[] {
  if (isPlain(line)) return [{ font: plainFont, glyphs: line }];
  const fonts = [...embedded, { name: plainFont, has: isPlain }];
  const box = embedded.some(({ has }) => has('□')) ? '□' : '?';
  const glyphs = Array.from(glyphsOf(line), (glyph) => (fonts.some(({ has }) => has(glyph)) ? glyph : box));
  const whole = fonts.find(({ has }) => glyphs.every(has));
  if (whole) return [{ font: whole.name, glyphs: glyphs.join('') }];
  const runs: Run[] = [];
  for (const glyph of glyphs) {
    const font = fonts.find(({ has }) => has(glyph))?.name ?? plainFont;
    const last = runs.at(-1);
    if (last?.font === font) runs[runs.length - 1] = { font, glyphs: last.glyphs + glyph };
    else runs.push({ font, glyphs: glyph });
  }
  return runs;
}

/** Format characters have no glyph: by then they have done their work. */
const glyphsOf = (text: string) =>
  visualOrder(joinArabic(text.normalize('NFC')))
    .replace(/\p{Cf}/gu, '')
    .replace(/\p{Cc}/gu, ' ');
