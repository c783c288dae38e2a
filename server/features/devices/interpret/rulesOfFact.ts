// Which way a fact is by the rules of its controller, as far as the fact alone tells.

import type { DeviceRules, DirectionRule, GuessRule } from '../../../../src/shared/contract/devices.ts';

export type Direction = 'in' | 'out';
/** Empty where the fact alone does not tell. */
export type RuledDirection = Direction | '';

export type ReadingRules = Pick<DeviceRules, 'direction' | 'readers' | 'repeat_seconds'>;

export interface RulesOfFact {
  readonly directionRule: DirectionRule;
  readonly ruledDirection: RuledDirection;
  readonly repeatSeconds: number;
}

interface Said {
  /** What the device's words mean. */
  readonly meaning: RuledDirection;
  readonly reader: string;
}

/** A person's events are read a day at a time, so no repeat may reach further than this. */
export const longestRepeatSeconds = 3_600;

export const rulesOfFact = (rules: ReadingRules, said: Said): RulesOfFact => ({
  directionRule: rules.direction,
  ruledDirection: ruled(rules, said),
  repeatSeconds: Math.min(Math.max(rules.repeat_seconds, 0), longestRepeatSeconds),
});

function ruled({ direction, readers }: ReadingRules, { meaning, reader }: Said): RuledDirection {
  switch (direction) {
    case 'key':
      return meaning;
    case 'in':
    case 'out':
      return direction;
    case 'reader':
      return readers.find((each) => each.reader === reader)?.direction ?? '';
    case 'alternating':
    case 'first_last':
      return '';
  }
}

/** The rule, if it guesses; else empty. */
export const guessOf = ({ directionRule }: Pick<RulesOfFact, 'directionRule'>): GuessRule | '' =>
  directionRule === 'alternating' || directionRule === 'first_last' ? directionRule : '';
