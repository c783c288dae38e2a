// Text in a workbook. What XML cannot carry is written as Excel does, as _x0007_; text that looks like that gets its
// underscore encoded.

const unsafe = /[&<>]|[\0-\x08\x0b-\x1f\ufffe\uffff]|_(?=x[0-9a-f]{4}_)/gi;
const markup: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

export const textToXml = (text: string) => text.replace(unsafe, (found) => markup[found] ?? encodeCharacter(found));

export const encodeText = (text: string) =>
  text.replace(unsafe, (found) => (markup[found] ? found : encodeCharacter(found)));

/** Of one or two UTF-16 units. */
export const encodeCharacter = (character: string) =>
  character.replace(/[\s\S]/g, (unit) => `_x${unit.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`);

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

export function textFromXml(xml: string): string {
  return xml
    .replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (whole, hex?: string, decimal?: string, name?: string) => {
      if (hex) return String.fromCodePoint(Number.parseInt(hex, 16));
      return decimal ? String.fromCodePoint(Number(decimal)) : (named[name ?? ''] ?? whole);
    })
    .replace(/_x([0-9a-f]{4})_/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/** Characters that write-excel-file leaves out, although a workbook can hold them. */
const dropped = /[\x7f-\x9f\ufffd\p{Noncharacter_Code_Point}]/gu;

/** A text as that package must receive it, to store it unchanged. */
export function storable(text: string): string {
  const encoded = encodeText(text).replace(dropped, encodeCharacter);
  // The package numbers texts with the help of a plain object, which has a 'constructor' already.
  return encoded in {} ? encodeCharacter(encoded.slice(0, 1)) + encoded.slice(1) : encoded;
}
