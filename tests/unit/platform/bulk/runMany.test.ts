// A change of many records: every item once, an orderly stop, and an outcome that adds up.

import { expect, test } from 'vitest';
import { combineOutcomes, type Reaction, remaining, runMany } from '../../../../src/platform/bulk/runMany.ts';

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

interface Setup {
  count: number;
  size: number;
  atOnce?: number;
  call(chunk: readonly number[], stop: () => void): number;
  reaction?: Reaction;
}

async function run({ count, size, atOnce = 2, call, reaction = 'continue' }: Setup) {
  const controller = new AbortController();
  const calls: (readonly number[])[] = [];
  const progress: number[] = [];
  const outcome = await runMany({
    items: numbers(count),
    size,
    atOnce,
    async call(chunk) {
      calls.push(chunk);
      await Promise.resolve();
      return call(chunk, () => controller.abort());
    },
    onFailure: (error) => ({ reaction, reason: String(error) }),
    signal: controller.signal,
    onProgress: ({ total, ...now }) => progress.push(total - remaining({ total, ...now }).length),
  });
  return { outcome, calls, progress };
}

const all = ({ length }: readonly number[]) => length;

test('sends every item once, in chunks, and reports progress', async () => {
  const { outcome, calls, progress } = await run({ count: 250, size: 100, call: all });
  expect(calls.map(all).sort()).toEqual([100, 100, 50]);
  expect(calls.flat().sort((a, b) => a - b)).toEqual(numbers(250));
  expect([outcome.changed, outcome.done.length, remaining(outcome)]).toEqual([250, 250, []]);
  expect(progress).toHaveLength(3);
});

test('begins no call when there is nothing to do', async () => {
  const { outcome, calls } = await run({ count: 0, size: 100, call: all });
  expect([calls, outcome.total]).toEqual([[], 0]);
});

test('tells what changed from what was so already', async () => {
  const { outcome } = await run({ count: 10, size: 5, call: () => 2 });
  expect([outcome.changed, outcome.done.length]).toEqual([4, 10]);
});

test('ends with the calls under way when cancelled, and says what was not tried', async () => {
  const { outcome, calls } = await run({
    count: 50,
    size: 10,
    atOnce: 2,
    call(chunk, stop) {
      stop();
      return chunk.length;
    },
  });
  expect(calls).toHaveLength(2);
  expect(outcome.done).toEqual(numbers(20));
  expect(outcome.notAttempted).toEqual(numbers(50).slice(20));
});

test('goes on after a failure in the middle, which it names', async () => {
  const { outcome, calls } = await run({
    count: 30,
    size: 10,
    call(chunk) {
      if (chunk.includes(15)) throw new Error('refused');
      return chunk.length;
    },
  });
  expect(calls).toHaveLength(3);
  expect(outcome.failed).toEqual([{ items: numbers(20).slice(10), reason: 'Error: refused' }]);
  expect(outcome.done).toHaveLength(20);
});

test('stops after a failure that every call would meet', async () => {
  const { outcome, calls } = await run({
    count: 50,
    size: 10,
    atOnce: 1,
    reaction: 'stop',
    call(chunk) {
      if (chunk.includes(15)) throw new Error('no connection');
      return chunk.length;
    },
  });
  expect(calls).toHaveLength(2);
  expect([outcome.changed, remaining(outcome)]).toEqual([10, numbers(50).slice(10)]);
});

test('finds the one item that a call was refused for', async () => {
  const { outcome, calls } = await run({
    count: 100,
    size: 100,
    reaction: 'halve',
    call(chunk) {
      if (chunk.includes(42)) throw new Error('gone');
      return chunk.length;
    },
  });
  expect(outcome.failed).toEqual([{ items: [42], reason: 'Error: gone' }]);
  expect(outcome.done).toHaveLength(99);
  expect(calls.length).toBeLessThan(20);
});

test('gives up halving where every call is refused', async () => {
  const { outcome, calls } = await run({
    count: 1_000,
    size: 100,
    reaction: 'halve',
    call() {
      throw new Error('never');
    },
  });
  expect(calls.length).toBeLessThan(150);
  expect(outcome.failed.flatMap(({ items }) => items).sort((a, b) => a - b)).toEqual(numbers(1_000));
});

test('adds up what several runs did', async () => {
  const refused = await run({
    count: 20,
    size: 10,
    call(chunk) {
      if (chunk.includes(1)) throw new Error('busy');
      return chunk.length;
    },
  });
  const again = await run({ count: remaining(refused.outcome).length, size: 10, call: () => 9 });
  const both = combineOutcomes(refused.outcome, again.outcome);
  expect([both.total, both.changed, both.done.length, remaining(both)]).toEqual([20, 19, 20, []]);
});
