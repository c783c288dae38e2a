// The XML of a sheet's rows: every cell is text, never a number, a date or a formula.

const special: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/**
 * What XML cannot carry is written as Excel does, _x0007_; text that looks like that already has its _
 * escaped.
 */
const unsafe = /[&<>]|[\0-\x08\x0b-\x1f\ufffe\uffff]|_(?=x[0-9a-f]{4}_)/gi;

function escapeText(text: string): string {
  return text.replace(unsafe, (found) => special[found] ?? (found === '_' ? '_x005F_' : hexOf(found)));
}

const hexOf = (character: string) => `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;

/** A, B, C …: our sheets have fewer than 27 columns. */
export const letterOf = (column: number) => String.fromCharCode(65 + column);

/** Writes rows in the given cell style; most cells need no escaping, which is quickly seen. */
export function rowWriter(style: string): (row: number, cells: readonly string[]) => string {
  return (row, cells) => {
    let xml = `<row r="${row}">`;
    for (const [column, cell] of cells.entries()) {
      xml += `<c r="${letterOf(column)}${row}" s="${style}" t="inlineStr"><is><t xml:space="preserve">`;
      xml += `${escapeText(cell)}</t></is></c>`;
    }
    return `${xml}</row>`;
  };
}

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** The text of a cell, back from its XML. */
export function unescapeText(xml: string): string {
  return xml
    .replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (whole, hex?: string, decimal?: string, name?: string) => {
      if (hex) return String.fromCodePoint(Number.parseInt(hex, 16));
      return decimal ? String.fromCodePoint(Number(decimal)) : (named[name ?? ''] ?? whole);
    })
    .replace(/_x([0-9a-f]{4})_/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
