// The examples in docs/hr-sync.md are planned as it says.

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { planDay, plannedRecords } from '../../../../server/features/hr/plan/planDay.ts';
import type { DeliveryState } from '../../../../server/features/hr/plan/types.ts';
import { dayOf, defaults } from './planSupport.ts';

const document = readFileSync('docs/hr-sync.md', 'utf8');
const examples = [...document.matchAll(/^```plan\nnow (.+)\n([\s\S]*?)\n\n([\s\S]*?)\n```$/gm)].map(
  ([, now = '', events = '', planned = '']) => ({ now, events, planned }),
);

test.each(examples)('$planned', ({ now, events, planned }) => {
  expect(planOf(now, events.split('\n'))).toEqual(planned.split('\n'));
});

test('every example has a time, events and decisions', () => {
  expect(examples.length).toBe(document.split('```plan').length - 1);
  expect(examples.length).toBeGreaterThan(0);
});

/** The plan for lines such as '08:00 check-in, guessed, sent', on the 20th. */
function planOf(now: string, lines: readonly string[]): string[] {
  const delivery: Record<number, DeliveryState> = {};
  const records = lines.map((line, index) => {
    const [time = '', type = ''] = line.split(/[ ,]+/);
    if (line.endsWith(', sent')) delivery[index + 1] = 'accepted';
    const guess = line.includes('first in, last out') ? 'first_last' : line.includes('guessed') ? 'alternating' : '';
    return `001 ${type.replace('check-', '')} ${time} ${guess}`.trim();
  });
  const day = { ...dayOf(records, { date: '2026-11-20', delivery }), now: `${now}:00` };
  const plan = planDay(day, defaults);
  const decisions = plannedRecords(plan).map(
    ({ record, decision }) =>
      `${record.occurred_at.slice(11, 16)} ${decision.kind === 'held' ? decision.reason : decision.kind}`,
  );
  return [...decisions, ...plan.flatMap(({ differences }) => differences.map(({ sentence }) => sentence))];
}
