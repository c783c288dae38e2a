// Runs every fault in turn while normal use continues, and checks that the server is left as it was.

import { setMaxListeners } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { attackWith, brokenClients, crowd, type Fault, malformedRequests, open, slowClients } from './faults.ts';
import { type Load, type LoadResults, startLoad } from './load.ts';
import type { Exit, Target, Usage } from './target.ts';

const clientFaults = Object.entries({ ...slowClients, ...brokenClients });
const faults: Readonly<Record<string, Fault>> = {
  ...Object.fromEntries(clientFaults.map(([name, misbehave]) => [name, attackWith(misbehave)])),
  'malformed requests': malformedRequests,
  'many clients at once': crowd,
};

export const noFault = 'no fault';
export const warmUp = 'warm-up';

interface Phase extends LoadResults {
  name: string;
  /** Number of misbehaving connections. */
  attacks: number;
}

export interface FaultReport {
  phases: Phase[];
  /** Usage of the idle server: before the first round of faults, and after each. */
  usage: Usage[];
  exit: Exit;
}

interface FaultOptions {
  rounds: number;
  secondsPerPhase: number;
  clients: number;
}

export async function runFaults(target: Target, options: FaultOptions): Promise<FaultReport> {
  const phases: Phase[] = [];
  const usage: Usage[] = [];

  async function runPhase(load: Load, name: string, fault: Fault): Promise<void> {
    const phase = { name, attacks: 0, ...load.startPhase() };
    phases.push(phase);
    const until = AbortSignal.timeout(options.secondsPerPhase * 1_000);
    setMaxListeners(0, until);
    const openOne = () => {
      phase.attacks++;
      return open(target.port);
    };
    phase.errors.push(...(await fault({ target, clients: options.clients, until, open: openOne })));
  }

  async function runRound(round: Readonly<Record<string, Fault>>): Promise<void> {
    const load = startLoad(target);
    for (const [name, fault] of Object.entries(round)) await runPhase(load, name, fault);
    await load.stop();
    usage.push(await idleUsage(target));
  }

  await runRound({ [warmUp]: doNothing });
  for (let round = 0; round < options.rounds; round++) await runRound({ [noFault]: doNothing, ...faults });
  return { phases, usage, exit: await stopUnderAttack(target) };
}

/** The server notices closed connections with a delay. */
async function idleUsage(target: Target): Promise<Usage> {
  for (let attempt = 0; ; attempt++) {
    const usage = await target.usage();
    if (usage.connections === 0 || attempt === 20) return usage;
    await wait(250);
  }
}

const doNothing: Fault = async ({ until }) => {
  await new Promise((resolve) => until.addEventListener('abort', resolve));
  return [];
};

/** Slow clients must not keep the server from stopping. */
async function stopUnderAttack(target: Target): Promise<Exit> {
  const sockets = openSlowClients(target, 5);
  await wait(500);
  const exit = await target.stop();
  for (const socket of sockets) socket.destroy();
  return exit;
}

/** Opens some connections of each slow kind; they stay until the server closes them. */
export function openSlowClients(target: Target, ofEachKind: number): Socket[] {
  return Object.values(slowClients).flatMap((misbehave) =>
    Array.from({ length: ofEachKind }, () => {
      const socket = open(target.port);
      misbehave(socket, target);
      return socket;
    }),
  );
}

/** Late compilation and cached pages let the heap grow by a tenth. */
const maxHeapRatio = 1.5;

export function problemsIn({ phases, usage, exit }: FaultReport): string[] {
  const [before] = usage;
  const after = usage.at(-1);
  const grown = (['connections', 'handles', 'heap'] as const).flatMap((kind) => {
    const [was, is] = [before?.[kind] ?? NaN, after?.[kind] ?? NaN];
    return is <= (kind === 'heap' ? was * maxHeapRatio : was) ? [] : [`${kind}: ${was} before, ${is} after`];
  });
  return [
    ...phases.flatMap(({ name, errors }) => errors.map((error) => `during '${name}': ${error}`)),
    ...grown,
    ...(exit.code === 0 ? [] : [`the server exited with code ${exit.code}`]),
    ...exit.errors,
  ];
}
