// Exceptions are read in pages, which would repeat or lose one if two at the same moment changed places.

import { expect, test } from 'vitest';
import { type FoundException, inOrder } from '../../../../server/features/corrections/exceptions/findExceptions.ts';

const exception = (id: number): FoundException => ({
  kind: 'unknown_person',
  day: '2031-03-10',
  company: { id: 1, name: 'Seaport' },
  employeeCode: '4711',
  event: { id, occurredAt: '2031-03-10 08:00:00', eventType: 'check-in', controllerId: 1 },
});

test('two of the same moment stand in the same order, however they were found', () => {
  const [first, second, third] = [exception(1), exception(2), exception(3)];
  for (const found of [
    [first, second, third],
    [third, second, first],
    [second, third, first],
  ])
    expect(inOrder(found)).toEqual([first, second, third]);
});
