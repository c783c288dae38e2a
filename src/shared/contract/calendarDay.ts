// Calendar days and clock times as text.

/** Whether the text is an existing date as 'YYYY-MM-DD', which '2026-02-30' is not. */
export function isCalendarDay(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`);
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(time) && new Date(time).toJSON().startsWith(text);
}

/** 'HH:MM' */
export const isClockTime = (text: string): boolean => /^([01]\d|2[0-3]):[0-5]\d$/.test(text);
