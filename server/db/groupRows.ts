// Rows of many owners, read by one statement, as a list an owner.

/** The key itself is left out of what is listed. */
export function groupedBy<Key extends string, Row extends Record<Key, number>>(
  key: Key,
  rows: readonly Row[],
): Map<number, Omit<Row, Key>[]> {
  const groups = new Map<number, Omit<Row, Key>[]>();
  for (const { [key]: owner, ...row } of rows) {
    const group = groups.get(owner);
    if (group) group.push(row);
    else groups.set(owner, [row]);
  }
  return groups;
}
