/** 'a', 'a and b', 'a, b and c' */
export function listed(words: readonly string[], last: 'and' | 'or' = 'and'): string {
  const before = words.slice(0, -1);
  const end = words.at(-1) ?? '';
  return before.length === 0 ? end : `${before.join(', ')} ${last} ${end}`;
}
