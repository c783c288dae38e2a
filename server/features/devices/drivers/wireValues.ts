// Values and times of untrusted messages: bounded, without control characters or inherited properties, and only times
// that exist.

import { isUtf8 } from 'node:buffer';

/**
 * The text of a body, without a byte order mark. Some senders write Latin-1, of which hardly anything is valid UTF-8;
 * others cut a name within a UTF-8 character, which becomes a �.
 */
export function textIn(body: Buffer): string {
  const text = body.toString('utf8');
  if (!isUtf8(body) && !/[\u0080-\ufffc]/.test(text)) return body.toString('latin1');
  return text.startsWith('\ufeff') ? text.slice(1) : text;
}

export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Own property of an object or list; inherited ones, such as the constructor, give undefined. */
export function ownValue(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.getOwnPropertyDescriptor(value, key)?.value;
}

/** Limit of what a device calls a reader, a direction and the like. */
export const maxWordLength = 64;

/** A string, number or boolean as one line of text; '' for anything else. */
export function textOf(value: unknown, maxLength = maxWordLength): string {
  const isScalar = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  if (!isScalar) return '';
  return String(value).slice(0, maxLength).replace(unstorable, ' ').trim();
}

/** Control characters, line separators and lone surrogates. */
const unstorable = /[\p{Cc}\p{Cs}\u2028\u2029]/gu;
export const maxCodeLength = 255;

/** A person's code; '' for nobody, undefined for what would be a guess: a cut or rounded code is somebody else's. */
export function codeOf(value: unknown): string | undefined {
  if (value === undefined || value === null || value === '') return '';
  if (typeof value === 'number') return Number.isSafeInteger(value) ? String(value) : undefined;
  if (typeof value !== 'string') return undefined;
  const code = value.trim();
  return code.length <= maxCodeLength && code.search(unstorable) < 0 ? code : undefined;
}

/** A non-negative integer, also from decimal or hexadecimal text; null for anything else. */
export function wholeNumber(value: unknown): number | null {
  if (typeof value === 'string' && !/^(?:\d{1,16}|0x[\da-f]{1,8})$/i.test(value)) return null;
  const number = typeof value === 'string' ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : null;
}

export interface WireTime {
  /** Device clock, 'YYYY-MM-DD HH:MM:SS'; empty if unreadable. */
  readonly localTime: string;
  /** Minutes east of UTC; null if the time does not say. */
  readonly offsetMinutes: number | null;
}

export const noTime: WireTime = { localTime: '', offsetMinutes: null };

const written = /^(\d{4}-\d\d-\d\d)[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,]\d{1,9})?)? ?(?:(Z)|([+-])(\d\d):?(\d\d))?$/i;

/** Reads '2026-09-02T13:32:56+08:00', '2026-09-02 13:32:56' and the like. */
export function readTime(text: string): WireTime | undefined {
  const [, day = '', hour = '', minute = '', second = '00', zulu, sign, hours = '', minutes = ''] =
    written.exec(text.trim()) ?? [];
  const localTime = `${day} ${hour}:${minute}:${second}`;
  if (!isLocalTime(localTime)) return undefined;
  if (zulu) return { localTime, offsetMinutes: 0 };
  if (!sign) return { localTime, offsetMinutes: null };
  const offset = Number(hours) * 60 + Number(minutes);
  if (offset > 14 * 60 || Number(minutes) > 59) return undefined;
  return { localTime, offsetMinutes: sign === '-' ? 0 - offset : offset };
}

/** False for the 30th of February, which Date.parse would roll over into March. */
function isLocalTime(localTime: string): boolean {
  const time = Date.parse(`${localTime.replace(' ', 'T')}Z`);
  return !Number.isNaN(time) && clockAt(time) === localTime;
}

/** Stopped clocks restart at 1970 or 2000. */
export const firstCredibleYear = '2015';

/** 'YYYY-MM-DD HH:MM:SS' in UTC. */
export const clockAt = (time: number): string => new Date(time).toISOString().slice(0, 19).replace('T', ' ');

// Limits for epoch times, both from 1973 on: a smaller number is hardly a time.
const firstSecond = 1e8;
const firstMillisecond = 1e11;

/** Reads seconds or milliseconds since 1970, of at most 13 digits. */
export function readEpoch(value: number): WireTime | undefined {
  if (value < firstSecond) return undefined;
  return { localTime: clockAt(value < firstMillisecond ? value * 1000 : value), offsetMinutes: 0 };
}
