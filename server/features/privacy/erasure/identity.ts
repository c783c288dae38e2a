// The texts that identify a person: those of the record, former ones, and those of their match in the HR system. Also
// finds where other texts name the person.

import { isReference } from '../../../../src/shared/contract/audit/entry.ts';
import { employeeFields } from '../../../../src/shared/contract/employees.ts';
import { identifying } from '../../../../src/shared/contract/fields.ts';
import { contentOf, entriesAbout } from '../../../platform/audit/readAudit.ts';
import { anyOf, type Queries, quotedNames, type Sql, sql } from '../../../platform/db/db.ts';
import { type FoundPerson, namesAsAuthor } from '../peopleQueries.ts';

export interface Identity {
  readonly person: FoundPerson;
  /** Names and e-mails, which are also found within other texts. */
  readonly names: readonly string[];
  /** Numbers, badges and the like, which are found only as a whole text. */
  readonly codes: readonly string[];
  /** Replaces the person's names: 'Erased employee 12'. */
  readonly tombstone: string;
}

const nameFields: readonly string[] = ['name', 'email'];
const codeFields = [...identifying(employeeFields), 'code'].filter((field) => !nameFields.includes(field));

export async function identityOf(queries: Queries, person: FoundPerson): Promise<Identity> {
  const { kind, id } = person;
  const statements = statementsAbout(person);
  const records = await Promise.all(statements.map((each) => queries.all<Record<string, unknown>>(each)));
  const former = (await entriesAbout(queries, kind, id)).flatMap((entry) => {
    const { before, after } = contentOf(entry);
    return [before, after];
  });
  const textsIn = (fields: readonly string[]) =>
    [...records.flat(), ...former].flatMap((record) =>
      Object.entries(record ?? {}).flatMap(([field, value]) =>
        fields.includes(field) && typeof value === 'string' && !isReference(value) ? [value.trim()] : [],
      ),
    );
  const ofOthers = await namesOfOtherUsers(queries, person);
  const withoutOtherUsers = (texts: readonly string[]) =>
    [...new Set(texts)].filter((text) => text !== '' && !isNetworkAddress(text) && !isNameIn(ofOthers, text));
  return {
    person,
    names: withoutOtherUsers(textsIn(nameFields)),
    codes: withoutOtherUsers(textsIn(codeFields)),
    tombstone: tombstoneOf(person),
  };
}

/**
 * Returns the names of other users, which must stay. Otherwise, giving an administrator's name to an employee and
 * erasing the employee would take the name off all audit entries.
 */
async function namesOfOtherUsers(queries: Queries, { kind, id }: FoundPerson): Promise<ReadonlySet<string>> {
  const others = kind === 'users' ? sql`id <> ${id}` : sql`true`;
  const users = await queries.all<{ name: string; email: string }>(sql`select name, email from users where ${others}`);
  return new Set(users.flatMap(({ name, email }) => [partsOf(plain(name)).join(' '), email].map(folded)));
}

const isNameIn = (names: ReadonlySet<string>, text: string): boolean =>
  ordersOf(plain(text)).some((name) => names.has(folded(name)));

/** Whether it is an address from which others may have done something. */
const isNetworkAddress = (text: string): boolean => /^\d+\.\d+\.\d+\.\d+$|^[\da-f]*:[\da-f:.]+$/i.test(text);

const tombstoneOf = ({ kind, id }: Pick<FoundPerson, 'kind' | 'id'>): string =>
  `Erased ${kind === 'users' ? 'user' : 'employee'} ${id}`;

/** The record, and whatever else has texts of the person. */
const statementsAbout = ({ kind, id }: FoundPerson): Sql[] =>
  kind === 'users'
    ? [sql`select name, email from users where id = ${id}`, namesAsAuthor(id)]
    : [
        sql`select ${quotedNames(identifying(employeeFields))} from employees where id = ${id}`,
        sql`select name, '' as email, employee_number as employee_id, '' as code from roll_call_people
            where employee_id = ${id}
          union select '', '', '', code from employee_codes where employee_id = ${id}
          union select '', '', '', employee_code from attendance where employee_id = ${id}
          union select '', '', '', employee_code from corrections where employee_id = ${id}
          union select hr_people.name, hr_people.email, number, id from hr_people
            join hr_matches on hr_matches.company_id = hr_people.company_id and person_id = hr_people.id
            where employee_id = ${id}`,
      ];

/** A shorter code, such as 7, is too common: almost everywhere, the same text means something else. */
const shortestCode = 4;

export interface Naming {
  /** Whether the text is a name or a code of the person, or contains a name. */
  isNamed(text: string): boolean;
  /** Replaces names by the tombstone. */
  without(text: string): string;
  /** A condition on a column that may name the person. Its matches have to be examined. */
  mayName(column: Sql): Sql;
}

export function namingOf({ names, codes, tombstone }: Pick<Identity, 'names' | 'codes' | 'tombstone'>): Naming {
  const whole = [...names, ...codes.filter((code) => code.length >= shortestCode)];
  const wholeNames = new Set(whole.map(folded));
  // 'Max' occurs in many texts, but 'Max Muster' or an e-mail only where he is meant.
  const within = names
    .map(plain)
    .filter((name) => name.includes('@') || partsOf(name).length > 1)
    .flatMap(ordersOf);
  const pattern = within.length === 0 ? undefined : patternOf(within);
  const isWhole = (text: string) => wholeNames.has(folded(text));
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
      return anyOf([...likes, ...invisible]);
    },
  };
}

/** Normalizes text as it is mostly typed: macOS splits letters and accents, and web pages hide signs in words. */
const plain = (text: string) => text.normalize('NFC').replaceAll(/\p{Cf}/gu, '');

/** A text with one of these is always looked at: soft hyphens, joiners and marks of direction may hide a name. */
const commonInvisible = ['\u00ad', '\u200b', '\u200c', '\u200d', '\u200e', '\u200f', '\u2060', '\ufeff'];

/** In capitals as every language prints them: STRASSE for ß, no accents in Greek, and one I for both Turkish ones. */
const folded = (text: string) => plain(text).trim().toLocaleUpperCase('el').normalize('NFC').replaceAll('İ', 'I');

/** What may stand between the parts of a name, including in an address. */
const between = String.raw`(?:[\s+_.,-]|%20)+`;
const isBetween = new RegExp(`^${between}$`);

/** Drops parts such as a hyphen: a text of many hyphens would match them in too many ways to try. */
const partsOf = (name: string) =>
  name
    .trim()
    .split(/\s+/)
    .filter((part) => !isBetween.test(part));

/** 'Ann Mary Smith', and also 'Smith, Ann Mary'. */
function ordersOf(name: string): string[] {
  const parts = partsOf(name);
  const last = parts.at(-1);
  return last === undefined || parts.length === 1
    ? [name]
    : [parts, [last, ...parts.slice(0, -1)]].map((each) => each.join(' '));
}

function patternOf(names: readonly string[]): RegExp {
  const alternatives = names
    .toSorted((one, other) => other.length - one.length)
    .map((name) => partsOf(name).map(spelled).join(between));
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${alternatives.join('|')})(?![\\p{L}\\p{N}])`, 'giu');
}

function spelled(part: string): string {
  const ways = new Set([part, folded(part), encodeURIComponent(part), encodeURIComponent(part.normalize('NFD'))]);
  const escaped = [...ways].map((text) =>
    // A Turkish i keeps its dot in capitals; other languages store the dot beside the letter when they lower it.
    text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&').replaceAll(/[iıİ]/giu, '[iıİ]\\u0307?'),
  );
  return `(?:${escaped.join('|')})`;
}

/**
 * Leaves open whatever may be written differently, in capitals, in JSON or in an address. No database lowers all
 * letters as this program does, and a Turkish one turns I into another letter.
 */
const likeOf = (text: string) =>
  `%${plain(text)
    .trim()
    .replaceAll(/[\\%_]/g, '\\$&')
    .replaceAll(/[\s@"iI]|[^\x20-\x7e]|\\\\/g, '%')
    .toLowerCase()}%`;
