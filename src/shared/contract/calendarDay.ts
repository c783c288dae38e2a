// A day of the calendar as text: 'YYYY-MM-DD'.

/** Whether the text is such a day; '2026-02-30' is not. */
export function isCalendarDay(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`);
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(time) && new Date(time).toJSON().startsWith(text);
}
