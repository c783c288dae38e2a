/** Groups the rows of one statement by their owner's id, which is left out of the grouped rows. */
export function groupRows<Key extends string, Row extends Record<Key, number>>(
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
