// A spreadsheet runs a cell that looks like a formula, wherever its text came from. An apostrophe before it keeps it
// text. Taking one apostrophe away restores exactly what was guarded.

/** Also the full-width signs, which spreadsheets take for the plain ones, and a formula after spaces. */
const formula = String.raw`\s*[=+\-@\t\r\n＝＋－＠]`;
const risky = new RegExp(`^'*${formula}`);
const guardedText = new RegExp(`^'+${formula}`);

/** A negative number is what it looks like. A telephone number such as +49-30-12 would be computed. */
const plainNumber = /^-\d+(?:\.\d+)?$/;

export const guarded = (text: string): string => (risky.test(text) && !plainNumber.test(text) ? `'${text}` : text);

export const unguarded = (text: string): string => (guardedText.test(text) ? text.slice(1) : text);
