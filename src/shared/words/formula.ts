// Texts that a spreadsheet would run.

/** Matches full-width signs too, which spreadsheets take for the plain ones, and a formula after spaces. */
export const formulaStart = String.raw`\s*[=+\-@\t\r\n＝＋－＠]`;

const start = new RegExp(`^${formulaStart}`);

export const isFormula = (text: string): boolean => start.test(text);
