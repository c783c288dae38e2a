// Values and times of ZKTeco devices, reduced to what may be kept: short, printable, and nothing secret or personal
// beyond the code.

import { clockAt, readTime, type WireTime } from '../wireValues.ts';

const longestRaw = 512;
const leftOut = '(left out)';

/** Cuts text to a length and removes control characters, which no database takes, and words as long as templates. */
const shortened = (text: string, length: number): string =>
  text
    .slice(0, 8 * longestRaw)
    .replace(/\S{32,}/g, leftOut)
    .replace(/[\u0000-\u0008\u000a-\u001f\u007f]/g, '')
    .trim()
    .slice(0, length)
    .replace(/[\ud800-\udbff]$/, ''); // half of a character

/** Names of a model or firmware may be longer than other words, but never encoded bytes. */
export const productName = (text: string): string =>
  /^[\w.-]{1,64}$/.test(text.trim()) ? text.trim() : shortened(text, 64);

/** Shape of an unreadable line: '9999\t99999999\taaaa'. It may hold a card or a name, so only times are kept. */
export function shapeOf(line: string): string {
  if (line.includes('=')) return harmlessPairs(line);
  const masked = line
    .slice(0, 8 * longestRaw)
    .replace(timeOrSign, (found) => (found.length > 2 ? found : /\d/.test(found) ? '9' : 'a'));
  return shortened(masked, longestRaw);
}

/** Matches a whole time, or one letter or digit. */
const timeOrSign = /\d{4}[-/]\d\d[-/]\d\d[ T]\d\d:\d\d:\d\d(?!\d)|\p{L}|\d/gu;

const harmlessKeys = new Set([
  ...'pin datetime time status verify verifytype verifycode workcode timeoffset'.split(' '),
  ...'event eventaddr eventtype inoutstatus inoutstate doorid verified time_second index'.split(' '),
]);

/** Matches lines of users and templates, which belong to other tables and sometimes arrive unasked, also in pieces. */
const personal = /^\s*(?:user|face|fp|fvein|palm|bio|idcard|mulcard|template)|passw|card|name|tmp|templ|photo/i;

/** Leaves out whatever looks like a template or a card, and words as long as encoded bytes. */
export function withoutSecrets(line: string): string {
  if (line.includes('=')) return harmlessPairs(line);
  if (personal.test(line.slice(0, longestRaw))) return leftOut;
  return shortened(line, longestRaw);
}

/** Keeps the 'key=value' pairs that are neither secret nor personal. */
function harmlessPairs(line: string): string {
  const pairs = line
    .slice(0, 8 * longestRaw)
    .split(/[\t,&]+/)
    .filter(
      (pair) => /^[~\w ]+=[^=]{0,64}$/.test(pair) && harmlessKeys.has((pair.split('=')[0] ?? '').trim().toLowerCase()),
    );
  return pairs.length === 0 ? leftOut : shortened(pairs.join('\t'), longestRaw);
}

/** Pairs such as 'pin=1001', separated by tabs; the first of equal keys counts. */
export function pairsOf(line: string, separator: string | RegExp = /\t+/): Map<string, string> {
  const pairs = new Map<string, string>();
  for (const part of line.split(separator)) {
    const at = part.indexOf('=');
    const key = part.slice(0, at).trim().replace(/^~/, '').toLowerCase();
    if (at > 0 && !pairs.has(key)) pairs.set(key, part.slice(at + 1).trim());
  }
  return pairs;
}

/** Keeps a code such as a status, which is digits or bits; anything else is dropped. */
export function digitsOf(text: string): string {
  const trimmed = text.trim();
  return /^\d{1,32}$/.test(trimmed) ? trimmed : '';
}

/** A person's code of letters and digits, or undefined. */
export const parseCode = (text: string): string | undefined =>
  /^[\p{L}\p{N}_.-]{1,31}$/u.test(text) ? text : undefined;

/** Upper limit, in 2100: greater numbers are cards, not seconds. */
const firstOfNoDevice = 4_102_444_800;

/**
 * Reads a time as devices write it: usually their wall clock, sometimes seconds since 1970, or seconds in a calendar
 * whose months all have 31 days. Undefined if there is no such time.
 */
export function readDeviceTime(text: string): WireTime | undefined {
  if (/^\d{9,10}$/.test(text) && Number(text) < firstOfNoDevice)
    return { localTime: clockAt(Number(text) * 1000), offsetMinutes: 0 };
  return /^[\d/-]{10}[ T]\d\d:\d\d:\d\d$/.test(text) ? readTime(text.replaceAll('/', '-')) : undefined;
}

export const clockAtOffset = (now: Date, offsetMinutes: number): string =>
  clockAt(now.getTime() + offsetMinutes * 60_000);

/** Seconds since 2000 in the device's calendar, whose months all have 31 days. */
export function packedTime(localTime: string): number {
  const [year = 0, month = 0, day = 0, hours = 0, minutes = 0, seconds = 0] = localTime.split(/[- :]/).map(Number);
  const days = (year - 2000) * 12 * 31 + (month - 1) * 31 + (day - 1);
  return days * 86_400 + hours * 3_600 + minutes * 60 + seconds;
}

/** Undefined if there is no such time, such as the 31st of February. */
export function unpackedTime(text: string): WireTime | undefined {
  if (!/^\d{1,10}$/.test(text)) return undefined;
  const days = Math.floor(Number(text) / 86_400);
  const months = Math.floor(days / 31);
  const two = (value: number) => String(value).padStart(2, '0');
  const date = `${2000 + Math.floor(months / 12)}-${two((months % 12) + 1)}-${two((days % 31) + 1)}`;
  return readTime(`${date} ${clockAt((Number(text) % 86_400) * 1000).slice(11)}`);
}
