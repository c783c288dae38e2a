// Whether a text names a person, and the text without the name.

import { join, sql, type Sql } from '../../../platform/db/sql.ts';
import type { Identity } from './identity.ts';

/** A shorter code, such as 7, says too little: the same text means something else almost everywhere. */
const shortestCode = 4;

export interface Naming {
  /** The whole text is a name or a code of the person, or a name is in it. */
  isNamed(text: string): boolean;
  /** With the tombstone in place of names. */
  without(text: string): string;
  /** For statements: a column that may name the person. What it finds has to be looked at. */
  mayName(column: Sql): Sql;
}

export function namingOf({ names, codes, tombstone }: Pick<Identity, 'names' | 'codes' | 'tombstone'>): Naming {
  const whole = [...names, ...codes.filter((code) => code.length >= shortestCode)];
  const known = new Set(whole.map(folded));
  // 'Max' is in many texts, and 'Max Muster' or an e-mail only where he is meant.
  const within = names
    .map(plain)
    .filter((name) => /[\s@]/.test(name))
    .flatMap(ordersOf);
  const pattern = within.length === 0 ? undefined : patternOf(within);
  const isWhole = (text: string) => known.has(folded(text));
  const isWithin = (text: string) => pattern !== undefined && plain(text).search(pattern) >= 0;
  return {
    isNamed: (text) => isWhole(text) || isWithin(text),
    without(text) {
      if (isWhole(text)) return tombstone;
      return pattern && isWithin(text) ? plain(text).replaceAll(pattern, tombstone) : text;
    },
    mayName(column) {
      const likes = [...new Set([...whole, ...within].map(likeOf))].map(
        (like) => sql`lower(${column}) like ${like} escape '\\'`,
      );
      if (likes.length === 0) return sql`false`;
      const invisible = commonInvisible.map((sign) => sql`${column} like ${`%${sign}%`}`);
      return sql`(${join([...likes, ...invisible], ' or ')})`;
    },
  };
}

/** As most keyboards write it: macOS takes letters apart into letter and accent, web pages hide signs between letters. */
const plain = (text: string) => text.normalize('NFC').replaceAll(/\p{Cf}/gu, '');

/** A statement finds a text with one of these whatever else is in it: soft hyphens, joiners, marks of direction. */
const commonInvisible = ['\u00ad', '\u200b', '\u200c', '\u200d', '\u200e', '\u200f', '\u2060', '\ufeff'];

const folded = (text: string) => plain(text).trim().toLowerCase();
const partsOf = (name: string) => name.trim().split(/\s+/);

/** 'Ann Mary Smith', and as 'Smith, Ann Mary' */
function ordersOf(name: string): string[] {
  const parts = partsOf(name);
  const last = parts.at(-1);
  return last === undefined || parts.length === 1 ? [name] : [name, [last, ...parts.slice(0, -1)].join(' ')];
}

/** Also as part of an address: 'q=Ann+Smith'. */
function patternOf(names: readonly string[]): RegExp {
  const alternatives = names
    .toSorted((one, other) => other.length - one.length)
    .map((name) => partsOf(name).map(spelled).join('(?:[\\s+_.,-]|%20)+'));
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${alternatives.join('|')})(?![\\p{L}\\p{N}])`, 'giu');
}

const spelled = (part: string) =>
  `(?:${[...new Set([part, encodeURIComponent(part), encodeURIComponent(part.normalize('NFD'))])].map((text) => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).join('|')})`;

/** What may be written in another way, in capitals, in JSON or in an address, is left open. */
const likeOf = (text: string) =>
  `%${folded(text)
    .replaceAll(/[\\%_]/g, '\\$&')
    .replaceAll(/[\s@"]|[^\x20-\x7e]|\\\\/g, '%')}%`;
