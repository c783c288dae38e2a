// The parts of a protocol, in their order.

import type { RollCallPerson } from '../../../shared/contract/presence.ts';

const groups = [
  'Expected, not ticked',
  'Expected, ticked',
  'Ticked, not known to be in',
  'Not expected, not ticked',
] as const;

export function groupOfPerson({ state, is_ticked }: RollCallPerson): (typeof groups)[number] {
  if (state === 'in') return is_ticked ? 'Expected, ticked' : 'Expected, not ticked';
  return is_ticked ? 'Ticked, not known to be in' : 'Not expected, not ticked';
}

export const inProtocolOrder = (people: readonly RollCallPerson[]): RollCallPerson[] =>
  groups.flatMap((group) => people.filter((person) => groupOfPerson(person) === group));
