// Finds out which characters a TrueType font has glyphs for, from its cmap table.

export interface OpenFont {
  readonly name: string;
  readonly bytes: ArrayBuffer;
  has(character: string): boolean;
}

export function openFont(name: string, bytes: ArrayBuffer): OpenFont {
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
    // Format 4 covers the basic plane; jspdf reads no other.
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
  const found = new Set<number>();
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
      if (glyph !== 0) found.add(code);
    }
  }
  return found;
}
