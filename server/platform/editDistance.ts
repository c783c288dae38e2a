// Recognizes misspelled names.

/** Number of letters to add, remove or replace to turn one text into the other. */
export function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [at, letter] of [...one].entries()) {
    const next = [at + 1];
    for (const [column, wanted] of [...other].entries()) {
      const replaced = (row[column] ?? 0) + (letter === wanted ? 0 : 1);
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
