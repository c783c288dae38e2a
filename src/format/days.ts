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

const weekdays = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');
const months = 'January February March April May June July August September October November December'.split(' ');

/** 'Sunday, 22 November 2026'. By hand, as creating an Intl.DateTimeFormat would delay the first rows. */
export function dayTitle(day: string): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const weekday = weekdays[new Date(Date.UTC(year, month - 1, date)).getUTCDay()];
  const name = months[month - 1];
  return weekday && name ? `${weekday}, ${date} ${name} ${year}` : day;
}
