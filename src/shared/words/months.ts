// Months as 'YYYY-MM'.

/** 'November 2026' */
export function monthTitle(month: string): string {
  const date = new Date(`${month}-01T00:00:00Z`);
  if (Number.isNaN(date.getTime())) return month;
  return date.toLocaleDateString('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });
}

/** Returns the last months that were over on that day, newest first. */
export function monthsBefore(day: string, count: number): string[] {
  const [year = 0, month = 0] = day.split('-').map(Number);
  return Array.from({ length: count }, (_, before) =>
    new Date(Date.UTC(year, month - 2 - before, 1)).toISOString().slice(0, 7),
  );
}

/** '2026-02' -> '2026-02-28' */
export function lastDayOf(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
}
