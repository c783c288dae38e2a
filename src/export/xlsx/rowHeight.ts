// How high a row is. Programs do not measure the rows of a file that they open, so texts of several lines would be cut.

/** The widest column, in characters. */
export const widest = 60;
const lineHeight = 15;

/** Whether a text takes more than one line in any column. */
export const needsLines = (text: string): boolean => text.length > widest || text.includes('\n');

/** In points. */
export function heightOf(text: string, width: number): number {
  const lines = text.split('\n').map((line) => Math.max(1, Math.ceil(line.length / width)));
  return lineHeight * lines.reduce((sum, count) => sum + count, 0);
}
