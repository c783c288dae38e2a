/**
 * Adds fillers up to the next of the sizes. A statement with a part for each item is another statement for every
 * number of items, and databases keep the statements that they prepared.
 */
export function padded<Item>(items: readonly Item[], filler: Item, sizes: readonly number[]): Item[] {
  const size = sizes.find((candidate) => candidate >= items.length) ?? items.length;
  return [...items, ...Array.from({ length: size - items.length }, () => filler)];
}
