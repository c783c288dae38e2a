// Texts that a spreadsheet would run as formulas.

/** Also matches formulas after spaces, and full-width signs, which spreadsheets treat like the plain ones. */
export const formulaStart = String.raw`\s*[=+\-@\t\r\n＝＋－＠]`;

const start = new RegExp(`^${formulaStart}`);

export const isFormula = (text: string): boolean => start.test(text);
