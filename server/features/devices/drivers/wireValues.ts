// Reads single values of a parsed message that nobody can trust: bounded, without control characters, and never
// inherited ones.

/** Of a text as JSON; undefined if it is none. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A value of the object or list itself. What every object inherits, such as its constructor, is none. */
export function ownValue(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.getOwnPropertyDescriptor(value, key)?.value;
}

/** Text, a number or a flag as text of one line; '' for anything else. */
export function textOf(value: unknown, maxLength = 64): string {
  const isScalar = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  if (!isScalar) return '';
  return String(value).slice(0, maxLength).replace(unstorable, ' ').trim();
}

/** Control characters, ends of lines, and halves of pairs. */
const unstorable = /[\p{Cc}\p{Cs}\u2028\u2029]/gu;
const maxCodeLength = 255;

/** What a person is called; '' for nobody. Undefined if that would be a guess: a code that is cut or rounded is another. */
export function codeOf(value: unknown): string | undefined {
  if (value === undefined || value === null || value === '') return '';
  if (typeof value === 'number') return Number.isSafeInteger(value) ? String(value) : undefined;
  if (typeof value !== 'string') return undefined;
  const code = value.trim();
  return code.length <= maxCodeLength && code.search(unstorable) < 0 ? code : undefined;
}

/** A number from 0 up, also as text, of digits or of hexadecimal ones; null for anything else. */
export function wholeNumber(value: unknown): number | null {
  if (typeof value === 'string' && !/^(?:\d{1,16}|0x[\da-f]{1,8})$/i.test(value)) return null;
  const number = typeof value === 'string' ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : null;
}
