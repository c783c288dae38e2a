// Conditions on stored words. Their number of parameters varies little, see `padded`.

import { padded } from '../../db/padded.ts';
import { join, type Sql, sql } from '../../db/sql.ts';
import type { SearchedKind } from './searchedKinds.ts';

/** No word has this character, so it comes after every word that begins so. */
const end = '\u{10ffff}';

const begins = (word: string): Sql => sql`word >= ${word} and word < ${word + end}`;

const never = -1;

/** Selects one word of each record that has a word beginning so, see the migration. */
export function firstBeginning(word: string): Sql {
  const fewer = Array.from({ length: word.length }, (_, index) => index);
  const numbers = padded(fewer, never, [1, 2, 3, 4, 6, 8, 12, 20, 40, 80]).map((number) => sql`${number}`);
  return sql`shared in (${join(numbers, ', ')}) and ${begins(word)}`;
}

/** Whether the record has words beginning with all of these. As a scalar, each record is asked by itself. */
export function hasWords({ words }: SearchedKind, id: Sql, wanted: readonly string[]): Sql {
  const anyWord = '';
  const conditions = padded(wanted, anyWord, [0, 1, 3, 8]).map(
    (word) => sql`(select 1 from ${words} own where own.record_id = ${id} and ${begins(word)} limit 1) = 1`,
  );
  return all(conditions);
}

/** The same of single letters, for a row of the words: it has the initials of all words of its record. */
export function hasInitials(letters: readonly string[]): Sql {
  const anyLetter = '';
  return all(padded(letters, anyLetter, [0, 1, 3, 8]).map((letter) => sql`initials like ${`%${letter}%`}`));
}

const all = (conditions: readonly Sql[]): Sql => (conditions.length === 0 ? sql`true` : join(conditions, ' and '));
