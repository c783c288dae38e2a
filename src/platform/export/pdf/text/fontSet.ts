// The fonts that a PDF needs, and the characters that none of them has.

import type { FontFiles } from '../fonts.ts';
import { openFont, type OpenFont } from './openFont.ts';
import { createPainter, type Painter } from './painter.ts';

export interface FontSet {
  /** To be embedded, in the order of the site's list. */
  readonly embedded: readonly OpenFont[];
  /** Fonts that the painter draws text in, for scripts that need shaping. */
  readonly painted: readonly OpenFont[];
  /** Undefined where nothing needs painting, or where this runs outside a browser. */
  readonly painter: Painter | undefined;
  readonly missing: ReadonlySet<string>;
}

/** Loads fonts until every glyph is found. */
export async function loadFonts(glyphs: Iterable<string>, files: FontFiles): Promise<FontSet> {
  const missing = new Set(glyphs);
  const painter = [...missing].some(needsShaping) ? createPainter() : undefined;
  const embedded: OpenFont[] = [];
  const painted: OpenFont[] = [];
  const names = missing.size > 0 ? await files.names() : [];
  for (const name of names) {
    if (missing.size === 0) break;
    const font = openFont(name, await files.read(name));
    const has = (glyph: string) => font.has(glyph) && !needsShaping(glyph) && !unjoined.test(glyph);
    const canPaint = (glyph: string) => painter !== undefined && needsShaping(glyph) && font.has(glyph);
    embedded.push({ ...font, has });
    if (painter && [...missing].some(canPaint)) {
      await painter.add(font);
      painted.push(font);
    }
    for (const glyph of missing) if (has(glyph) || canPaint(glyph)) missing.delete(glyph);
  }
  return { embedded, painted, painter, missing };
}

/** In these scripts letters change with their neighbours in ways that neither a PDF nor arabic.ts can produce. */
const shapedScripts = ['Deva', 'Beng', 'Guru', 'Gujr', 'Orya', 'Taml', 'Telu', 'Knda', 'Mlym', 'Sinh', 'Khmr', 'Mymr']
  .concat(['Tibt', 'Syrc', 'Mong', 'Nkoo', 'Java', 'Bali'])
  .map((script) => `\\p{Script=${script}}`)
  .join('');
const shaped = new RegExp(`[${shapedScripts}]`, 'u');
/** Letters with the marks and joiners between them. */
const shapedWords = new RegExp(`([${shapedScripts}][${shapedScripts}\\p{M}\u200c\u200d]*)`, 'u');

export const needsShaping = (text: string) => shaped.test(text);

export const splitShapedWords = (line: string) => line.split(shapedWords).filter(Boolean);

/** An Arabic letter that is still itself after joining: it has no joined forms. */
const unjoined = /(?=\p{Script=Arabic})\p{L}(?<![\ufb50-\ufdff\ufe70-\ufeff])/u;
