// The conformance kit is right about the screens that make a call.

import { expect, test } from 'vitest';
import { usageOf } from '../../scripts/conformance/verdicts.ts';
import type { Call } from '../../src/shared/contract/call.ts';
import { type CallKey, calls } from '../../src/shared/contract/calls.ts';
import { readSources } from '../support/house/sources.ts';

const isCallKey = (key: string): key is CallKey => key in calls;
const specified = Object.entries<Call>(calls)
  .filter(([, { feature, impliedBy }]) => feature === undefined && impliedBy === undefined)
  .map(([key]) => key)
  .filter(isCallKey);

test('a call is made nowhere exactly if the kit says so', () => {
  const made = readSources('src')
    .filter(({ file }) => !file.startsWith('src/shared/'))
    .map(({ text }) => text)
    .join('\n');
  const unmade = specified.filter((key) => !made.includes(`'${key}'`));
  expect(specified.filter((key) => usageOf(key).where === 'Nowhere yet')).toEqual(unmade);
});
