// Days of the viewer's calendar: 'YYYY-MM-DD'.

export const two = (value: number) => String(value).padStart(2, '0');

export function dayOf(date: Date): string {
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** The viewer's date, `daysFromNow` days from today. */
export function today(daysFromNow = 0): string {
  const date = new Date();
  date.setDate(date.getDate() + daysFromNow);
  return dayOf(date);
}

/** Including today. */
export const lastTwoWeeks = () => ({ start_date: today(-13), end_date: today() });

/** 'Sun, 22 Nov 2026' */
export function dayTitle(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  return Number.isNaN(date.getTime()) ? day : date.toUTCString().slice(0, 16);
}
