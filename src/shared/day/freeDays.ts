// Reads free days from text: a list with a day on each line, or an iCalendar file. Each date that an event covers is a
// free day. Only whole days are accepted, so that time zones do not matter.

import { isCalendarDay } from '../contract/calendarDay.ts';
import { type FreeDay, mostFreeDays } from '../contract/expectedTime.ts';
import { dayAfter } from '../words/days.ts';

/** Maximum length of a file, in characters. */
export const longestCalendar = 2_000_000;

interface ReadDays {
  readonly days: readonly FreeDay[];
  /** Why the text cannot be read; empty if it can. */
  readonly problem: string;
}

const refused = (problem: string): ReadDays => ({ days: [], problem });

/** Reads '2026-12-24 half Christmas Eve' from each line. */
export function readFreeDays(text: string): ReadDays {
  const days = new Map<string, FreeDay>();
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '') continue;
    const [, day = '', half, name = ''] = /^\s*(\d{4}-\d{2}-\d{2})(\s+half(?=\s|$))?[\s,;]*(.*)$/i.exec(line) ?? [];
    const where = `Line ${index + 1}`;
    if (!isCalendarDay(day)) return refused(`${where}: please begin with a day such as 2026-12-24`);
    if (days.has(day)) return refused(`${where}: ${day} is there twice`);
    days.set(day, { day, name: name.trim().slice(0, 255), is_half: half !== undefined });
  }
  return inOrder(days);
}

/** A comma keeps a name such as Half Term from turning a whole day into a half one. */
export const freeDaysInLines = (days: readonly FreeDay[]): string =>
  days
    .map(({ day, name, is_half }) => {
      const comma = !is_half && /^half(?:\s|$)/i.test(name) ? ',' : '';
      return [`${day}${comma}`, ...(is_half ? ['half'] : []), name].join(' ').trim();
    })
    .join('\n');

/** Reads the events of an iCalendar file (RFC 5545). */
export function readCalendar(file: string): ReadDays {
  if (file.length > longestCalendar) return refused('The file is too large');
  if (!/^\uFEFF?BEGIN:VCALENDAR/i.test(file.trimStart())) return refused('This is no iCalendar file');
  const lines = file.replace(/\r?\n[ \t]/g, '').split(/\r?\n/);
  const days = new Map<string, FreeDay>();
  let event: Map<string, string> | undefined;
  let isInAlarm = false;
  for (const line of lines) {
    if (/^BEGIN:VEVENT$/i.test(line)) event = new Map();
    else if (event && /^END:VEVENT$/i.test(line)) {
      const problem = addEvent(days, event);
      if (problem) return refused(problem);
      event = undefined;
    } else if (/^(?:BEGIN|END):VALARM$/i.test(line)) isInAlarm = /^BEGIN/i.test(line);
    else if (event && !isInAlarm) {
      const [, name = '', parameters = '', value = ''] = /^([A-Z-]+)((?:;[^:]*)?):(.*)$/i.exec(line) ?? [];
      if (!event.has(name.toUpperCase())) event.set(name.toUpperCase(), value);
      if (/^(DTSTART|DTEND)$/i.test(name) && !/^\d{8}$/.test(value)) event.set('TIMED', parameters);
    }
  }
  return days.size === 0 ? refused('The file has no events') : inOrder(days);
}

/** Returns the reason why the event cannot be added; empty if it can. */
function addEvent(days: Map<string, FreeDay>, event: ReadonlyMap<string, string>): string {
  const name = plain(event.get('SUMMARY') ?? '').slice(0, 255);
  const about = `The event ${name || 'without a name'}`;
  if (/^CANCELLED$/i.test(event.get('STATUS') ?? '')) return '';
  if (event.has('TIMED')) return `${about} has a time of day. Free days are whole days`;
  if (event.has('RRULE') || event.has('RDATE'))
    return `${about} repeats by a rule. Please use a file that lists each day`;
  const first = dayOf(event.get('DTSTART'));
  const end = first && endOf(event, first);
  if (!first || !end) return `${about} has no day`;
  if (end <= first) return `${about} ends before it begins`;
  for (let day = first; day < end; day = dayAfter(day, 1)) {
    days.set(day, { day, name, is_half: false });
    if (days.size > mostFreeDays) return `Please use a file with at most ${mostFreeDays} free days`;
  }
  return '';
}

/** Returns the day after the last one. Some programs end a one-day event on the day itself. */
function endOf(event: ReadonlyMap<string, string>, first: string): string | undefined {
  const [, days, weeks] = /^\+?P(?:(\d{1,4})D|(\d{1,3})W)$/i.exec(event.get('DURATION') ?? 'P1D') ?? [];
  const length = Number(days ?? 0) + 7 * Number(weeks ?? 0);
  const end = event.has('DTEND') ? dayOf(event.get('DTEND')) : length > 0 ? dayAfter(first, length) : undefined;
  return end === first ? dayAfter(first, 1) : end;
}

function dayOf(date = ''): string | undefined {
  const day = date.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3');
  return isCalendarDay(day) ? day : undefined;
}

const plain = (text: string): string => text.replace(/\\n/gi, ' ').replace(/\\(.)/g, '$1').replace(/\s+/g, ' ').trim();

function inOrder(days: ReadonlyMap<string, FreeDay>): ReadDays {
  if (days.size > mostFreeDays) return refused(`Please enter at most ${mostFreeDays} free days`);
  return { days: [...days.values()].sort((one, other) => (one.day < other.day ? -1 : 1)), problem: '' };
}

/** Copies the previous year's free days to this year. Movable holidays must be changed by hand. */
export const ofNextYear = (days: readonly FreeDay[], year: number): FreeDay[] =>
  days
    .filter(({ day }) => day.startsWith(`${year - 1}-`))
    .map((free) => ({ ...free, day: `${year}${free.day.slice(4)}` }))
    .filter(({ day }) => isCalendarDay(day));
