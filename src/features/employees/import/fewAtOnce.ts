const atOnce = 4;

/** Works on a few items at a time: quick, and no burden for the server. */
export async function fewAtOnce<T>(items: Iterable<T>, work: (item: T) => Promise<void>): Promise<void> {
  const remaining = items[Symbol.iterator]();
  async function worker() {
    for (let next = remaining.next(); !next.done; next = remaining.next()) await work(next.value);
  }
  await Promise.all(Array.from({ length: atOnce }, worker));
}
