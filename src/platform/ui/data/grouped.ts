// Divides rows into groups: those that follow one another with the same title.

interface Group<Row> {
  title: string | undefined;
  first: Row;
  rows: Row[];
}

export function grouped<Row>(rows: readonly Row[], groupOf?: (row: Row) => string): Group<Row>[] {
  const groups: Group<Row>[] = [];
  for (const row of rows) {
    const title = groupOf?.(row);
    const last = groups.at(-1);
    if (last && last.title === title) last.rows.push(row);
    else groups.push({ title, first: row, rows: [row] });
  }
  return groups;
}
