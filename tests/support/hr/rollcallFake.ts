// Receivers of our own protocol, which recognize a repeated record by its key: a fake, and the simulated HR system that
// comes with Rollcall.

import { spawn } from 'node:child_process';
import type { OutboundAnswer, SafeRequest } from '../../../server/platform/http/outbound.ts';
import { instantOf } from '../../../server/platform/time/clock.ts';
import { childRun } from '../server/installation.ts';
import type { FakeHr, FakeHrOptions } from './fakeHr.ts';
import type { Fault } from './simulation/network.ts';

interface SentRecord {
  id: string;
  employee_id: string;
  event_type: 'check-in' | 'check-out';
  timestamp: string;
}

interface Result {
  id: string;
  status: string;
  reason?: string;
}

const answer = (status: number, body: string): OutboundAnswer => ({ status, headers: {}, body });

function recordsIn(body: string): SentRecord[] {
  const { records }: { records: SentRecord[] } = JSON.parse(body);
  return records;
}

export function createRollcallFake({ people }: FakeHrOptions): FakeHr {
  const known = new Map(people.map((person) => [person.id, person]));
  /** Accepted records, by key. */
  const accepted = new Map<string, string>();
  let isExpired = false;

  function accept({ id, employee_id, event_type, timestamp }: SentRecord): Result {
    if (accepted.has(id)) return { id, status: 'duplicate' };
    const person = [...known.values()].find(({ number }) => number === employee_id);
    if (!person?.is_active) return { id, status: 'rejected', reason: 'Employee is unknown' };
    const type = event_type === 'check-in' ? 'in' : 'out';
    accepted.set(id, `${person.id} ${type} ${instantOf(new Date(timestamp))}`);
    return { id, status: 'accepted' };
  }

  const request: SafeRequest = async (_url, { body = '' } = {}) =>
    isExpired
      ? answer(401, 'The key has expired')
      : answer(200, JSON.stringify({ results: recordsIn(body).map(accept) }));

  return {
    url: 'https://hr.example',
    settings: {},
    secrets: {},
    request,
    people: known,
    entries: () => [...accepted.values()].sort(),
    expireKey() {
      isExpired = true;
    },
    renewKey() {
      isExpired = false;
    },
  };
}

/** Faults that only receivers of our own protocol can have. */
export const rollcallFaults: readonly Fault[] = [
  async function answersPartly({ process, chance }) {
    const { status, body } = await process();
    if (status !== 200) return answer(status, body);
    const { results }: { results: Result[] } = JSON.parse(body);
    return answer(200, JSON.stringify({ results: results.filter(() => chance.percent(50)) }));
  },
  async function answersOddly({ body }) {
    const results = recordsIn(body).map(({ id }) => ({ id, status: 'perhaps' }));
    return answer(200, JSON.stringify({ results }));
  },
  async function refusesWhole({ body, fake, process }) {
    const active = [...fake.people.values()].filter(({ is_active }) => is_active).map(({ number }) => number);
    const isKnown = recordsIn(body).every(({ employee_id }) => active.includes(employee_id));
    return isKnown ? process() : answer(422, 'Employee is unknown');
  },
];

export interface HrReceiver {
  /** The address at which it accepts records. */
  url: string;
  behave(how: string): Promise<void>;
  records(): Promise<{
    accepted: { id: string; employee_id: string; timestamp: string }[];
    repeated: number;
  }>;
  /** Kills the process, as a power cut would. */
  kill(): Promise<void>;
}

/** Runs scripts/hr-receiver.mjs as a child process. */
export async function startHrReceiver(options: readonly string[] = []): Promise<HrReceiver> {
  const run = childRun(spawn(process.execPath, ['scripts/hr-receiver.mjs', '--port', '0', ...options]));
  const url = await run.found(/HR system listening at (\S+)/);
  return {
    url: `${url}/attendance`,
    async behave(how) {
      await fetch(`${url}/behave`, { method: 'POST', body: JSON.stringify({ how }) });
    },
    async records() {
      return JSON.parse(await (await fetch(`${url}/records`)).text());
    },
    kill: () => run.kill('SIGKILL'),
  };
}
