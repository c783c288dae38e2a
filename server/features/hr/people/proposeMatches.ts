// Proposes people of much the same name for employees with whom nobody is matched. Somebody has to take a proposal: a
// name alone is no proof.

import type { HrPerson } from '../../../../src/shared/contract/hrConnections.ts';
import { searchedWords } from '../../../../src/shared/contract/searchText.ts';
import type { MatchableEmployee } from './matchPeople.ts';

/** From 0 to 1: 'Maria Garcia' and 'García Lopez, Maria' are proposed, 'Maria Garcia' and 'Mario Garza' are not. */
const leastAlike = 0.7;

/** The ids of people by employee; a person is proposed for one employee only. */
export function proposeMatches(
  employees: readonly MatchableEmployee[],
  people: readonly HrPerson[],
): ReadonlyMap<number, string> {
  const named = people.map((person) => ({ person, ...nameOf(person.name) }));
  const byWord = Map.groupBy(
    named.flatMap((entry) => entry.words.map((word) => ({ word, entry }))),
    ({ word }) => word,
  );
  const proposals = employees.flatMap(({ id, name }) => {
    const { words, pairs } = nameOf(name);
    const candidates = new Set(words.flatMap((word) => (byWord.get(word) ?? []).map(({ entry }) => entry)));
    const scored = [...candidates].map(({ person, pairs: theirs }) => ({ person, alike: likeness(pairs, theirs) }));
    const [best, second] = scored.sort((one, other) => other.alike - one.alike);
    const isClear = best && best.alike >= leastAlike && best.alike > (second?.alike ?? 0);
    return isClear ? [{ id, personId: best.person.id }] : [];
  });
  const once = [...Map.groupBy(proposals, ({ personId }) => personId).values()].filter(({ length }) => length === 1);
  return new Map(once.flat().map(({ id, personId }) => [id, personId]));
}

/** Words in any order, and the pairs of letters in each. */
function nameOf(name: string) {
  const words = [...new Set(searchedWords(name))];
  const pairs = new Set(
    words.flatMap((word) => Array.from({ length: word.length + 1 }, (_, at) => ` ${word} `.slice(at, at + 2))),
  );
  return { words, pairs };
}

function likeness(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const common = [...one].filter((pair) => other.has(pair)).length;
  return (2 * common) / (one.size + other.size);
}
