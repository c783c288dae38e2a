// Turns text into glyphs and chooses fonts for them.

import type { FontFiles } from '../fonts.ts';
import { joinArabic, visualOrder } from './bidi.ts';

/** Glyphs of one font, from left to right. */
export interface Run {
  readonly font: string;
  readonly glyphs: string;
  /** Set for text that must be shaped, and so becomes a picture. */
  readonly isPainted?: true;
}

export type Line = readonly Run[];
export const noLine: Line = [];

export interface Typesetter {
  readonly fonts: readonly OpenFont[];
  /** Characters that no font has. */
  readonly missing: readonly string[];
  /** Uses a single font if one has all glyphs of the line. */
  set(line: string): Line;
  readonly painter: Painter | undefined;
}

export const plainFont = 'helvetica';

/** Matches what Helvetica has: the printable characters of Windows-1252 except the soft hyphen. */
const plain = /^[\x20-\x7e\xa0-\xac\xae-\xff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]*$/;
export const isPlain = (text: string) => plain.test(text);

/** `texts` must contain everything to be set. Only the fonts that it needs are fetched. */
export async function createTypesetter(texts: Iterable<string>, files: FontFiles): Promise<Typesetter> {
  const foreign = new Set<string>();
  for (const text of texts) {
    if (!isPlain(text)) for (const glyph of glyphsOf(text)) if (!isPlain(glyph)) foreign.add(glyph);
  }
  const fonts = await loadFonts(foreign, files);
  const lines = new Map<string, Line>();
  return {
    fonts: fonts.embedded,
    painter: fonts.painter,
    missing: Array.from(fonts.missing, (glyph) => (isArabicForm.test(glyph) ? glyph.normalize('NFKC') : glyph)),
    set(line) {
      const before = lines.get(line);
      if (before) return before;
      const runs = runsOf(line, fonts);
      lines.set(line, runs);
      return runs;
    },
  };
}

/** Matches joined forms, for which people only know the letter. */
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

/** Drops format characters at the end, which have no glyphs and are no longer needed. */
const glyphsOf = (text: string) =>
  visualOrder(joinArabic(text.normalize('NFC')))
    .replace(/\p{Cf}/gu, '')
    .replace(/\p{Cc}/gu, ' ');

// Paints words whose letters change with their neighbors: the browser shapes them, and the PDF gets a picture. Outside
// a browser's worker, such letters have no glyphs.

export const textSize = 8;
export const textLeading = 11.5;
/** Distance below the top of a line. */
export const textBaseline = textLeading * 0.8;

export interface Picture {
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
}

export interface Painter {
  add(font: OpenFont): Promise<void>;
  /** Width in points. */
  widthOf(font: string, text: string): number;
  paint(font: string, text: string): Picture;
}

/** Pixels per point, enough for print at this size. */
const scale = 5;

function createPainter(): Painter | undefined {
  if (typeof OffscreenCanvas === 'undefined' || typeof FontFace === 'undefined') return undefined;
  const canvas = new OffscreenCanvas(1, 1);

  function contextFor(font: string): OffscreenCanvasRenderingContext2D {
    const context = canvas.getContext('2d', { willReadFrequently: true });
    if (!context) throw new Error('This browser cannot draw letters for the PDF');
    context.font = `${textSize * scale}px "${font}"`;
    return context;
  }

  return {
    async add({ name, bytes }) {
      const face = new FontFace(name, bytes);
      await face.load();
      workerFonts()?.add(face);
    },
    widthOf: (font, text) => contextFor(font).measureText(text).width / scale,
    paint(font, text) {
      canvas.width = Math.max(1, Math.ceil(contextFor(font).measureText(text).width));
      canvas.height = Math.ceil(textLeading * scale);
      const context = contextFor(font);
      context.fillText(text, 0, textBaseline * scale);
      return onWhite(context.getImageData(0, 0, canvas.width, canvas.height));
    },
  };
}

/** Removes transparency, which jspdf does not support in RGBA pictures. */
function onWhite({ data, width, height }: ImageData): Picture {
  for (let at = 0; at < data.length; at += 4) {
    const shade = 255 - (data[at + 3] ?? 0);
    data.fill(shade, at, at + 3);
    data[at + 3] = 255;
  }
  return { data, width, height };
}

/** TypeScript's DOM types do not include a worker's fonts. */
function workerFonts(): FontFaceSet | undefined {
  return 'fonts' in self && self.fonts instanceof FontFaceSet ? self.fonts : undefined;
}

// Finds the fonts that a PDF needs, and the characters that none of them has.

interface FontSet {
  /** Fonts to embed, in the order of the site's list. */
  readonly embedded: readonly OpenFont[];
  /** Fonts that the painter uses, for scripts that need shaping. */
  readonly painted: readonly OpenFont[];
  /** Undefined if nothing needs painting, or outside a browser. */
  readonly painter: Painter | undefined;
  readonly missing: ReadonlySet<string>;
}

/** Loads fonts until they cover every glyph. */
async function loadFonts(glyphs: Iterable<string>, files: FontFiles): Promise<FontSet> {
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

/** Scripts whose letters change with their neighbors in ways that neither a PDF nor joinArabic can reproduce. */
const shapedScripts = ['Deva', 'Beng', 'Guru', 'Gujr', 'Orya', 'Taml', 'Telu', 'Knda', 'Mlym', 'Sinh', 'Khmr', 'Mymr']
  .concat(['Tibt', 'Syrc', 'Mong', 'Nkoo', 'Java', 'Bali'])
  .map((script) => `\\p{Script=${script}}`)
  .join('');
const shaped = new RegExp(`[${shapedScripts}]`, 'u');
/** Letters with the marks and joiners between them. */
const shapedWords = new RegExp(`([${shapedScripts}][${shapedScripts}\\p{M}\u200c\u200d]*)`, 'u');

const needsShaping = (text: string) => shaped.test(text);

const splitShapedWords = (line: string) => line.split(shapedWords).filter(Boolean);

/** Matches Arabic letters that are unchanged by joining because they have no joined forms. */
const unjoined = /(?=\p{Script=Arabic})\p{L}(?<![\ufb50-\ufdff\ufe70-\ufeff])/u;

// Finds out which characters a TrueType font has glyphs for, from its cmap table.

interface OpenFont {
  readonly name: string;
  readonly bytes: ArrayBuffer;
  has(character: string): boolean;
}

function openFont(name: string, bytes: ArrayBuffer): OpenFont {
  const characters = readCharacters(name, new DataView(bytes));
  return { name, bytes, has: (character) => characters.has(character.codePointAt(0) ?? -1) };
}

function readCharacters(name: string, font: DataView): ReadonlySet<number> {
  const cmap = tableAt(font, 'cmap');
  const tables = cmap === undefined ? 0 : font.getUint16(cmap + 2);
  for (let index = 0; index < tables; index += 1) {
    const record = (cmap ?? 0) + 4 + index * 8;
    const platform = font.getUint16(record);
    const encoding = font.getUint16(record + 2);
    const table = (cmap ?? 0) + font.getUint32(record + 4);
    const isUnicode = platform === 0 || (platform === 3 && encoding === 1);
    // Format 4 covers the basic multilingual plane. jspdf supports no other.
    if (isUnicode && font.getUint16(table) === 4) return readSegments(font, table);
  }
  throw new Error(`The font file ${name} is not a TrueType font with Unicode characters`);
}

function tableAt(font: DataView, tag: string): number | undefined {
  const tables = font.byteLength > 12 ? font.getUint16(4) : 0;
  for (let record = 12; record < 12 + tables * 16; record += 16) {
    const letters = [0, 1, 2, 3].map((index) => String.fromCharCode(font.getUint8(record + index)));
    if (letters.join('') === tag) return font.getUint32(record + 8);
  }
  return undefined;
}

function readSegments(font: DataView, table: number): ReadonlySet<number> {
  const characters = new Set<number>();
  const size = font.getUint16(table + 6);
  const ends = table + 14;
  const starts = ends + size + 2;
  const deltas = starts + size;
  const offsets = deltas + size;
  for (let at = 0; at < size; at += 2) {
    const start = font.getUint16(starts + at);
    const end = font.getUint16(ends + at);
    const offset = font.getUint16(offsets + at);
    for (let code = start; code <= end && code < 0xffff; code += 1) {
      const raw = offset === 0 ? code : font.getUint16(offsets + at + offset + (code - start) * 2);
      const glyph = raw === 0 && offset !== 0 ? 0 : (raw + font.getUint16(deltas + at)) & 0xffff;
      if (glyph !== 0) characters.add(code);
    }
  }
  return characters;
}
