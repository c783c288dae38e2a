// Matches employees with people of the HR system: the person somebody chose, or else the only one with the same number
// or e-mail. An ambiguous match does not count, because a wrong one books hours to somebody else.

import type { HrPerson, MatchRule } from '../../../../src/shared/contract/hrConnections.ts';
import { searchedWords } from '../../../../src/shared/contract/searchText.ts';
import { groupDigits } from '../../../../src/shared/words/plural.ts';

export interface MatchableEmployee {
  readonly id: number;
  readonly employee_id: string;
  readonly name: string;
  readonly email: string;
}

export interface Match {
  readonly person_id: string;
  readonly matched_by: MatchRule | 'chosen';
}

/**
 * Returns matches by employee, and notes on why an employee is unmatched although there are candidates. `chosen` maps
 * employees to ids of people, who are matched with no other employee.
 */
export function matchPeople(
  employees: readonly MatchableEmployee[],
  people: readonly HrPerson[],
  rule: MatchRule,
  chosen: ReadonlyMap<number, string>,
): { matches: ReadonlyMap<number, Match>; notes: ReadonlyMap<number, string> } {
  const matches = new Map<number, Match>();
  for (const { id } of employees) {
    const person_id = chosen.get(id);
    if (person_id !== undefined) matches.set(id, { person_id, matched_by: 'chosen' });
  }
  const notes = new Map<number, string>();
  const taken = new Set(chosen.values());
  for (const { ofEmployee, ofPerson } of keys[rule]) {
    const free = people.filter((person) => !taken.has(person.id));
    const peopleByKey = Map.groupBy(free, ofPerson);
    const open = employees.filter(({ id }) => !matches.has(id) && !notes.has(id));
    for (const [key, same] of Map.groupBy(open, ofEmployee)) {
      const candidates = key === '' ? [] : preferActive(peopleByKey.get(key) ?? []);
      const [employee, person] = [same[0], candidates[0]];
      if (!employee || !person) continue;
      if (same.length === 1 && candidates.length === 1) {
        matches.set(employee.id, { person_id: person.id, matched_by: rule });
        taken.add(person.id);
      } else {
        const note = noteOn(rule, same, candidates);
        for (const { id } of same) notes.set(id, note);
      }
    }
  }
  return { matches, notes };
}

/** A person who came back may be in the HR system twice. */
function preferActive(people: readonly HrPerson[]): readonly HrPerson[] {
  const active = people.filter((person) => person.is_active);
  return active.length > 0 ? active : people;
}

interface Keys {
  readonly ofEmployee: (employee: MatchableEmployee) => string;
  readonly ofPerson: (person: HrPerson) => string;
}

const normal = (text: string) => text.normalize('NFKC').replace(/\s+/g, '').toLowerCase();
const withoutZeros = (text: string) => normal(text).replace(/^0+(?=\d+$)/, '');
const byNumber = (form: (text: string) => string): Keys => ({
  ofEmployee: ({ employee_id }) => form(employee_id),
  ofPerson: ({ number }) => form(number),
});

/** Each key applies to employees whom the keys before left unmatched. Spreadsheets lose leading zeros. */
const keys: Readonly<Record<MatchRule, readonly Keys[]>> = {
  number: [byNumber(normal), byNumber(withoutZeros)],
  email: [{ ofEmployee: ({ email }) => normal(email), ofPerson: ({ email }) => normal(email) }],
};

const words: Readonly<Record<MatchRule, string>> = { number: 'number', email: 'e-mail' };

function noteOn(rule: MatchRule, employees: readonly MatchableEmployee[], people: readonly HrPerson[]): string {
  const there = firstOf(people, ({ name, id }) => `${name} (${id})`);
  const here = firstOf(employees, ({ name, employee_id }) => `${name} (${employee_id})`);
  return employees.length > 1
    ? `Several employees have the same ${words[rule]}, that of ${there}: ${here}`
    : `Several people have the same ${words[rule]}: ${there}`;
}

const namedAtMost = 5;

/** Lists a few: thousands may share a placeholder instead of an e-mail. */
function firstOf<T>(all: readonly T[], textOf: (each: T) => string): string {
  const rest = all.length - namedAtMost;
  return `${all.slice(0, namedAtMost).map(textOf).join(', ')}${rest > 0 ? ` and ${groupDigits(rest)} more` : ''}`;
}

/** Threshold between 0 and 1: proposes 'García Lopez, Maria' for 'Maria Garcia', but not 'Mario Garza'. */
const leastAlike = 0.7;

/**
 * Proposes people with similar names for unmatched employees, as ids by employee. Each person is proposed once, and
 * somebody has to accept: a name alone is no proof.
 */
export function proposeMatches(
  employees: readonly MatchableEmployee[],
  people: readonly HrPerson[],
): ReadonlyMap<number, string> {
  const bestOf = closestName(people);
  const proposals = employees.flatMap(({ id, name }) => {
    const person = bestOf(name);
    return person ? [{ id, personId: person.id }] : [];
  });
  const once = [...Map.groupBy(proposals, ({ personId }) => personId).values()].filter(({ length }) => length === 1);
  return new Map(once.flat().map(({ id, personId }) => [id, personId]));
}

/**
 * Finds the person whose name is clearly the most similar, among those who share a word. In a company of thousands,
 * half of them with one surname, that takes millions of comparisons, so letter pairs are numbers, and the name's are
 * marked.
 */
function closestName(people: readonly HrPerson[]): (name: string) => HrPerson | undefined {
  const numbers = new Map<string, number>();
  const numberOf = (pair: string) => numbers.get(pair) ?? numbers.set(pair, numbers.size).size - 1;
  const entries = people.map((person) => {
    const { words, pairs } = nameOf(person.name);
    return { person, words, pairs: Uint32Array.from(pairs, numberOf) };
  });
  const byWord = Map.groupBy(
    entries.flatMap((entry) => entry.words.map((word) => ({ word, entry }))),
    ({ word }) => word,
  );
  return (name) => {
    const { words, pairs } = nameOf(name);
    const isOwn = new Uint8Array(numbers.size);
    for (const pair of pairs) isOwn[numbers.get(pair) ?? numbers.size] = 1;
    let [best, alike, second]: [HrPerson | undefined, number, number] = [undefined, 0, 0];
    for (const word of words) {
      for (const { entry } of byWord.get(word) ?? []) {
        if (entry.person === best) continue;
        const likeness = (2 * countMarked(entry.pairs, isOwn)) / (pairs.length + entry.pairs.length);
        if (likeness > alike) [best, alike, second] = [entry.person, likeness, alike];
        else if (likeness > second) second = likeness;
      }
    }
    return alike >= leastAlike && alike > second ? best : undefined;
  };
}

function countMarked(numbers: Uint32Array, marks: Uint8Array): number {
  let count = 0;
  for (let at = 0; at < numbers.length; at++) count += marks[numbers[at] ?? 0] ?? 0;
  return count;
}

/** Words in any order, and the letter pairs of each. */
function nameOf(name: string) {
  const words = [...new Set(searchedWords(name))];
  const pairs = new Set(
    words.flatMap((word) => Array.from({ length: word.length + 1 }, (_, at) => ` ${word} `.slice(at, at + 2))),
  );
  return { words, pairs: [...pairs] };
}
