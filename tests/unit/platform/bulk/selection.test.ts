// Only records that are shown or gathered can be selected.

import { expect, test, vi } from 'vitest';
import { rangeBetween } from '../../../../src/platform/bulk/pickRanges.ts';
import { createSelection } from '../../../../src/platform/bulk/selection.ts';
import { deselectUnknown, gather, selectedOf } from '../../../../src/platform/bulk/useSelected.ts';

const records = (...ids: number[]) => ids.map((id) => ({ id, name: `Record ${id}` }));
const ids = (selection: { ids(): ReadonlySet<number> }) => [...selection.ids()];

const setUp = () => createSelection<{ id: number; name: string }>();

test('drops what the page no longer shows', () => {
  const selection = setUp();
  selection.set([1, 3], true);
  expect(selectedOf(selection, records(1, 2, 3))).toEqual(records(1, 3));
  deselectUnknown(selection, records(3, 4));
  expect(ids(selection)).toEqual([3]);
  expect(selectedOf(selection, records(3, 4))).toEqual(records(3));
});

test('keeps what was gathered on every page, until it is cleared', () => {
  const selection = setUp();
  gather(selection, records(1, 2, 3, 4));
  deselectUnknown(selection, records(3, 4, 5));
  selection.set([3], false);
  selection.set([5], true);
  expect(ids(selection)).toEqual([1, 2, 4, 5]);
  deselectUnknown(selection, records(1, 2));
  expect(ids(selection)).toEqual([1, 2, 4]);
  selection.replace(new Set());
  selection.set([1], true);
  deselectUnknown(selection, records(8));
  expect(ids(selection)).toEqual([]);
});

test('has each record as it was last read', () => {
  const selection = setUp();
  gather(selection, records(1, 2));
  expect(selectedOf(selection, [{ id: 1, name: 'Renamed' }]).map(({ name }) => name)).toEqual(['Renamed', 'Record 2']);
});

test('tells its listeners of changes only', () => {
  const selection = setUp();
  const listener = vi.fn();
  selection.subscribe(listener);
  deselectUnknown(selection, records(1));
  expect(listener).not.toHaveBeenCalled();
  selection.set([1], true);
  expect(listener).toHaveBeenCalledTimes(1);
});

test.each([
  { from: 2, to: 4, range: [2, 3, 4] },
  { from: 4, to: 2, range: [2, 3, 4] },
  { from: 3, to: 3, range: [3] },
  { from: undefined, to: 3, range: [3] },
  { from: 9, to: 3, range: [3] },
  { from: 2, to: 9, range: [] },
])('a range from $from to $to is $range', ({ from, to, range }) => {
  expect(rangeBetween([5, 4, 3, 2, 1].reverse(), from, to)).toEqual(range);
});
