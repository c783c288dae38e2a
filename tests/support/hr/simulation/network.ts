// The network between Rollcall and any HR system: what can go wrong there, and how much time it takes.

import type { Chance } from '../../../../server/app/sample/random.ts';
import type { OutboundAnswer } from '../../../../server/platform/http/outbound.ts';
import type { FakeHr } from '../fakeHr.ts';

interface FaultTools {
  readonly chance: Chance;
  readonly time: SimulatedTime;
  readonly fake: FakeHr;
  /** The body of the request. */
  readonly body: string;
  /** Lets the HR system take the request and answer. */
  readonly process: () => Promise<OutboundAnswer>;
}

/** Answers, or throws as the network would. */
export type Fault = (tools: FaultTools) => Promise<OutboundAnswer>;

/** How long Rollcall waits for an answer, and how much later a request may still be processed. */
const timeoutSeconds = 15;
const longestDelaySeconds = 40;

const answer = (status: number, body: string, headers: OutboundAnswer['headers'] = {}) => ({ status, headers, body });
const page = '<!doctype html><title>Welcome</title><h1>Sign in</h1>';

/** Lets other asynchronous work run for a random number of microtasks. */
export async function letOthersRun(chance: Chance, most = 30): Promise<void> {
  for (let count = chance.whole(0, most); count > 0; count--) await Promise.resolve();
}

async function cut(): Promise<never> {
  throw new Error('The connection was closed');
}

async function losesAnswer({ process }: FaultTools): Promise<never> {
  await process();
  throw new Error('The connection was closed');
}

async function isDown(): Promise<OutboundAnswer> {
  return answer(503, 'Down for maintenance');
}

async function asksToWait({ chance }: FaultTools): Promise<OutboundAnswer> {
  return answer(429, 'Too many requests', { 'retry-after': String(chance.whole(1, 600)) });
}

async function answersGarbage({ process, chance }: FaultTools): Promise<OutboundAnswer> {
  const { status, body } = await process();
  return answer(status, body.slice(0, chance.whole(0, Math.max(0, body.length - 2))));
}

async function answersHtml({ process, chance }: FaultTools): Promise<OutboundAnswer> {
  if (chance.percent(50)) await process();
  return answer(200, page);
}

async function redirects(): Promise<OutboundAnswer> {
  return answer(302, page, { location: 'https://elsewhere.example/login' });
}

/** Answers after longer than a lease, so another process may take over in the meantime. */
async function isSlow({ process, chance, time }: FaultTools): Promise<OutboundAnswer> {
  const processed = await process();
  await time.pass(chance.whole(60, 400));
  await letOthersRun(chance, 1_000);
  if (chance.percent(50)) throw new Error('No answer in time');
  return processed;
}

/** Processes the request after the timeout, when another process may already be looking for it in vain. */
async function isProcessedLate({ process, chance, time }: FaultTools): Promise<never> {
  time.later(timeoutSeconds + chance.whole(0, longestDelaySeconds), process);
  await time.pass(timeoutSeconds);
  throw new Error('No answer in time');
}

async function expiresKey({ fake, process }: FaultTools): Promise<OutboundAnswer> {
  fake.expireKey();
  return process();
}

export const faults: readonly [Fault, ...Fault[]] = [
  cut,
  losesAnswer,
  isDown,
  asksToWait,
  answersGarbage,
  answersHtml,
  redirects,
  isSlow,
  isProcessedLate,
  expiresKey,
];

/** Delivers a message twice; only for a protocol that recognizes repeats. */
export const deliversTwice: Fault = async ({ process }) => {
  await process();
  return process();
};

/** Time that passes only when something takes time; messages under way arrive when they are due. */
export interface SimulatedTime {
  now(): Date;
  pass(seconds: number): Promise<void>;
  /** Lets everything under way arrive, then sets the clock, perhaps back. */
  moveTo(instant: Date): Promise<void>;
  /** Does the work once so many seconds have passed. */
  later(seconds: number, work: () => Promise<unknown>): void;
}

export function createTime(start: Date): SimulatedTime {
  let now = start.getTime();
  /** Seconds passed, which never go back as the clock may. */
  let passed = 0;
  let underWay: { dueAt: number; work: () => Promise<unknown> }[] = [];

  async function arriveUntil(end: number): Promise<void> {
    const due = underWay.filter(({ dueAt }) => dueAt <= end);
    underWay = underWay.filter((each) => !due.includes(each));
    for (const { work } of due) await work();
  }

  return {
    now: () => new Date(now),
    async pass(seconds) {
      passed += seconds;
      now += seconds * 1000;
      await arriveUntil(passed);
    },
    async moveTo(instant) {
      await arriveUntil(Infinity);
      now = instant.getTime();
    },
    later(seconds, work) {
      underWay.push({ dueAt: passed + seconds, work });
    },
  };
}
