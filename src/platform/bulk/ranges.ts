/** The records from one to the other in the order shown, in either direction; only the other if the first is not shown. */
export function rangeBetween(order: readonly number[], from: number | undefined, to: number): readonly number[] {
  const start = from === undefined ? -1 : order.indexOf(from);
  const end = order.indexOf(to);
  if (end < 0) return [];
  if (start < 0) return [to];
  return order.slice(Math.min(start, end), Math.max(start, end) + 1);
}
