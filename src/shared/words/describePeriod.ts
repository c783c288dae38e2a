// A period in words, as filters and lists name it.

/** '2026-11-09 to 2026-11-22', 'from 2026-11-09'; empty without days. */
export function describePeriod({ start_date: start, end_date: end }: { start_date: string; end_date: string }): string {
  if (start && end) return start === end ? start : `${start} to ${end}`;
  if (start) return `from ${start}`;
  return end && `until ${end}`;
}
