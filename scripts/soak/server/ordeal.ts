// The server's ordeal: normal work goes on all the time, while one fault follows the other.

import { setMaxListeners } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { besiege, type Fault, open } from './faults/attack.ts';
import { brokenClients } from './faults/broken.ts';
import { crowd } from './faults/crowd.ts';
import { malformedRequests } from './faults/malformed.ts';
import { slowClients } from './faults/slow.ts';
import { type Answers, type Load, startLoad } from './load.ts';
import type { Ending, Held, Workplace } from './workplace.ts';

const siege = Object.entries({ ...slowClients, ...brokenClients });
const faults: Readonly<Record<string, Fault>> = {
  ...Object.fromEntries(siege.map(([name, misbehave]) => [name, besiege(misbehave)])),
  'malformed requests': malformedRequests,
  'many at once': crowd,
};

export const quiet = 'no fault';
export const warmUp = 'warming up';

interface Phase extends Answers {
  name: string;
  /** Connections that were opened to misbehave. */
  attacks: number;
}

export interface Ordeal {
  phases: Phase[];
  /** Before the first round of faults, and after each: while nobody asks. */
  held: Held[];
  ending: Ending;
}

interface Size {
  rounds: number;
  secondsOfPhase: number;
  /** How many misbehave at once. */
  clients: number;
}

export async function endure(workplace: Workplace, { rounds, secondsOfPhase, clients }: Size): Promise<Ordeal> {
  const phases: Phase[] = [];
  const held: Held[] = [];

  async function pass(load: Load, name: string, fault: Fault): Promise<void> {
    const phase = { name, attacks: 0, ...load.begin() };
    phases.push(phase);
    const until = AbortSignal.timeout(secondsOfPhase * 1_000);
    setMaxListeners(0, until);
    const openOne = () => {
      phase.attacks++;
      return open(workplace.port);
    };
    phase.wrong.push(...(await fault({ workplace, clients, until, open: openOne })));
  }

  async function round(named: Readonly<Record<string, Fault>>): Promise<void> {
    const load = startLoad(workplace);
    for (const [name, fault] of Object.entries(named)) await pass(load, name, fault);
    await load.stop();
    held.push(await heldAtRest(workplace));
  }

  await round({ [warmUp]: rest });
  for (let number = 0; number < rounds; number++) await round({ [quiet]: rest, ...faults });
  return { phases, held, ending: await stopBeset(workplace) };
}

/** What is left once everybody has gone; the server learns of that a little later. */
async function heldAtRest(workplace: Workplace): Promise<Held> {
  for (let tries = 0; ; tries++) {
    const held = await workplace.held();
    if (held.connections === 0 || tries === 20) return held;
    await wait(250);
  }
}

const rest: Fault = async ({ until }) => {
  await new Promise((resolve) => until.addEventListener('abort', resolve));
  return [];
};

/** Whoever is slow must not keep the server from stopping. */
async function stopBeset(workplace: Workplace): Promise<Ending> {
  const sockets = leaveSome(workplace, 5);
  await wait(500);
  const ending = await workplace.stop();
  for (const socket of sockets) socket.destroy();
  return ending;
}

/** Some of each kind of slow clients, who stay until the server cuts them off. */
export function leaveSome(workplace: Workplace, each: number): Socket[] {
  return Object.values(slowClients).flatMap((misbehave) =>
    Array.from({ length: each }, () => {
      const socket = open(workplace.port);
      misbehave(socket, workplace);
      return socket;
    }),
  );
}

/** Of the heap before: code that is compiled late and cached pages make it a tenth larger. */
const mostHeap = 1.5;

/** What was not as it should be, in words. */
export function complaintsAbout({ phases, held, ending }: Ordeal): string[] {
  const wrong = phases.flatMap(({ name, wrong }) => wrong.map((what) => `during ${name}: ${what}`));
  const [before] = held;
  const after = held.at(-1);
  const kept = (['connections', 'handles', 'heap'] as const).flatMap((kind) => {
    const [was, is] = [before?.[kind] ?? NaN, after?.[kind] ?? NaN];
    return is <= (kind === 'heap' ? was * mostHeap : was) ? [] : [`${kind}: ${was} before, ${is} after`];
  });
  const end = ending.code === 0 ? [] : [`it ended with ${ending.code}`];
  return [...wrong, ...kept, ...end, ...ending.complaints];
}
