// Groups equal errors. An error names its company and record before the reason, as in 'Alder: Employee 00042, check-in
// at 2026-05-12 08:00:00: The HR system did not answer'; only the reason counts.

const subject = /^(?:.{0,255}?: )?Employee .{1,255}?, check-(?:in|out) at [\d: -]{19}: /;

export const reasonIn = (error: string): string => error.replace(subject, '');

export interface Group<T> {
  reason: string;
  items: T[];
}

/** Largest groups first; equal ones in order of appearance. */
export function groupBy<T>(items: readonly T[], reasonOf: (item: T) => string): Group<T>[] {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const reason = reasonOf(item);
    const group = groups.get(reason);
    if (group) group.push(item);
    else groups.set(reason, [item]);
  }
  return [...groups]
    .map(([reason, grouped]) => ({ reason, items: grouped }))
    .sort((one, other) => other.items.length - one.items.length);
}
