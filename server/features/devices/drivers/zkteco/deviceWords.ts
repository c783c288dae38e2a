// What may be kept of a device's words: short, printable, and nothing that is secret or personal beyond the code.

const longestRaw = 512;
const leftOut = '(left out)';

/** No longer than that, without control characters, which no database takes, and without words as long as templates. */
export const shortened = (text: string, length: number): string =>
  text
    .slice(0, 8 * longestRaw)
    .replace(/\S{32,}/g, leftOut)
    .replace(/[\u0000-\u0008\u000a-\u001f\u007f]/g, '')
    .trim()
    .slice(0, length)
    .replace(/[\ud800-\udbff]$/, ''); // half of a character

/** The name of a model or a firmware: of current ones longer than other words, and never of encoded bytes. */
export const nameIn = (text: string): string =>
  /^[\w.-]{1,64}$/.test(text.trim()) ? text.trim() : shortened(text, 64);

/**
 * What a line that nobody can read looks like: '9999\t99999999\taaaa'. It could be a card, a name or anything else; only
 * its times are kept.
 */
export function shapeOf(line: string): string {
  if (line.includes('=')) return harmlessPairs(line);
  const masked = line
    .slice(0, 8 * longestRaw)
    .replace(timeOrSign, (found) => (found.length > 2 ? found : /\d/.test(found) ? '9' : 'a'));
  return shortened(masked, longestRaw);
}

/** A whole time, or else one letter or digit. */
const timeOrSign = /\d{4}[-/]\d\d[-/]\d\d[ T]\d\d:\d\d:\d\d(?!\d)|\p{L}|\d/gu;

const harmlessKeys = new Set([
  'pin',
  'datetime',
  'time',
  'status',
  'verify',
  'verifytype',
  'verifycode',
  'workcode',
  'timeoffset',
  'event',
  'eventaddr',
  'eventtype',
  'inoutstatus',
  'inoutstate',
  'doorid',
  'verified',
  'time_second',
  'index',
]);

/** Lines of users and their templates, which belong to other tables and sometimes come unasked, and pieces of them. */
const personal = /^\s*(?:user|face|fp|fvein|palm|bio|idcard|mulcard|template)|passw|card|name|tmp|templ|photo/i;

/** Of a line nothing is kept that looks like a template or a person's card, and no word that is as long as encoded bytes. */
export function withoutSecrets(line: string): string {
  if (line.includes('=')) return harmlessPairs(line);
  if (personal.test(line.slice(0, longestRaw))) return leftOut;
  return shortened(line, longestRaw);
}

/** Of a line of 'key=value' those that are neither secret nor personal. */
function harmlessPairs(line: string): string {
  const kept = line
    .slice(0, 8 * longestRaw)
    .split(/[\t,&]+/)
    .filter(
      (pair) => /^[~\w ]+=[^=]{0,64}$/.test(pair) && harmlessKeys.has((pair.split('=')[0] ?? '').trim().toLowerCase()),
    );
  return kept.length === 0 ? leftOut : shortened(kept.join('\t'), longestRaw);
}

/** Pairs such as 'pin=1001', separated by tabs; of a key that comes twice the first. */
export function pairsOf(line: string, separator: string | RegExp = /\t+/): Map<string, string> {
  const pairs = new Map<string, string>();
  for (const part of line.split(separator)) {
    const at = part.indexOf('=');
    const key = part.slice(0, at).trim().replace(/^~/, '').toLowerCase();
    if (at > 0 && !pairs.has(key)) pairs.set(key, part.slice(at + 1).trim());
  }
  return pairs;
}

/** A whole number from 0 on, or undefined. */
export function wholeNumber(text: string | undefined): number | undefined {
  if (text === undefined || !/^\s*\d{1,15}\s*$/.test(text)) return undefined;
  return Number(text);
}

/** Codes such as a status are digits, sometimes of bits. Anything else means nothing, and could be anything. */
export function digitsOf(text: string): string {
  const trimmed = text.trim();
  return /^\d{1,32}$/.test(trimmed) ? trimmed : '';
}

/** The code of a person, letters and digits, or undefined. */
export const codeIn = (text: string): string | undefined => (/^[\p{L}\p{N}_.-]{1,31}$/u.test(text) ? text : undefined);
