// Soaks the server: runs every fault in turn while normal use continues, checks that the server is left as it was, and
// prints the results as tables.

import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { signedHeaders } from '../../../server/platform/crypto/hashes.ts';
import { median, megabytes, row } from '../../figures.ts';
import { attackWith, brokenClients, crowd, type Fault, malformedRequests, open, slowClients } from './faults.ts';
import { Client, type Exit, startTarget, type Target, type Usage } from './target.ts';

const usualOptions = { rounds: 2, secondsPerPhase: 4, clients: 50 };

/** Returns the problems found. */
export async function soakServer(): Promise<string[]> {
  const { rounds, secondsPerPhase, clients } = usualOptions;
  const target = await startTarget();
  try {
    console.log(`\nServer: ${rounds} rounds, ${secondsPerPhase} s per fault, ${clients} misbehaving clients`);
    const stuck = await waitForSlowClients(target);
    const report = await runFaults(target, usualOptions);
    printTimes(report);
    printUsage(report);
    const { code, seconds } = report.exit;
    console.log(`SIGTERM with slow clients connected: exit code ${code} after ${seconds.toFixed(1)} s`);
    return [...stuck, ...problemsIn(report)];
  } finally {
    target.remove();
  }
}

/** The longest limit is 65 s, for idle kept-alive connections. */
const maxSeconds = 90;

/** Waits for slow connections to be closed, which the server must do by itself. */
async function waitForSlowClients(target: Target): Promise<string[]> {
  const { connections } = await target.usage();
  const sockets = openSlowClients(target, 10);
  let open = sockets.length;
  let seconds = 0;
  for (; open > 0 && seconds < maxSeconds; seconds += 5) {
    await wait(5_000);
    open = (await target.usage()).connections - connections;
  }
  for (const socket of sockets) socket.destroy();
  console.log(`${sockets.length} slow clients: ${open} still connected after ${seconds} s`);
  return open > 0 ? [`${open} slow clients were never disconnected`] : [];
}

function printTimes({ phases }: FaultReport): void {
  const figuresOf = (wanted: string) => {
    const same = phases.filter(({ name }) => name === wanted);
    const times = same.flatMap((phase) => phase.times);
    return {
      attacks: same.reduce((sum, { attacks }) => sum + attacks, 0),
      answers: times.length,
      errors: same.reduce((sum, { errors }) => sum + errors.length, 0),
      median: median(times),
      worst: Math.max(0, ...times),
    };
  };
  const calm = figuresOf(noFault);
  console.log(row('normal use during', ['attacks', 'answers', 'errors', 'median ms', 'ratio', 'worst ms', 'ratio']));
  for (const name of new Set(phases.map((phase) => phase.name).filter((each) => each !== warmUp))) {
    const { attacks, answers, errors, median: usual, worst } = figuresOf(name);
    const times = [usual, usual / calm.median, worst, worst / calm.worst].map((figure) => figure.toFixed(1));
    console.log(row(name, [attacks, answers, errors, ...times]));
  }
}

function printUsage({ usage }: FaultReport): void {
  console.log(row('server usage', ['heap MB', 'resident MB', 'connections', 'handles'], 13));
  for (const [round, { heap, resident, connections, handles }] of usage.entries()) {
    const title = round === 0 ? 'before' : `after round ${round}`;
    console.log(row(title, [megabytes(heap), megabytes(resident), connections, handles], 13));
  }
}

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

interface FaultReport {
  phases: Phase[];
  /** Usage of the idle server before the first round of faults and after each. */
  usage: Usage[];
  exit: Exit;
}

export async function runFaults(target: Target, options: typeof usualOptions): Promise<FaultReport> {
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

/** Waits until the server has noticed that connections were closed. */
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

/** Stops the server, from which slow clients must not keep it. */
async function stopUnderAttack(target: Target): Promise<Exit> {
  const sockets = openSlowClients(target, 5);
  await wait(500);
  const exit = await target.stop();
  for (const socket of sockets) socket.destroy();
  return exit;
}

/** Opens some connections of each slow kind, which stay open until the server closes them. */
function openSlowClients(target: Target, ofEachKind: number): Socket[] {
  return Object.values(slowClients).flatMap((misbehave) =>
    Array.from({ length: ofEachKind }, () => {
      const socket = open(target.port);
      misbehave(socket, target);
      return socket;
    }),
  );
}

/** Late compilation and cached pages make the heap grow by a tenth. */
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

// Normal use in the background: reading, writing, incoming events and sign-ins. Every answer is checked.

interface LoadResults {
  /** Response times in milliseconds. */
  times: number[];
  errors: string[];
}

type Job = (client: Client) => Promise<void>;

const pauseMs = 25;

type Load = ReturnType<typeof startLoad>;

function startLoad(target: Target) {
  let results: LoadResults = { times: [], errors: [] };
  let isStopped = false;

  async function repeat(job: Job, client: Client): Promise<void> {
    while (!isStopped) {
      const { errors } = results;
      await job(client).catch((error: unknown) => errors.push(String(error)));
      await wait(pauseMs);
    }
    client.close();
  }

  const onAnswer = (milliseconds: number) => void results.times.push(milliseconds);
  const timedJobs = [
    readAttendance(target),
    readAttendance(target),
    readSite,
    changeCompanies(target),
    sendEvents(target),
  ];
  const running = [
    ...timedJobs.map((job, index) => repeat(job, new Client(target.port, `192.0.2.${index}`, onAnswer))),
    // Untimed, because checking a password is slow by design.
    repeat(signInAndOut(target), new Client(target.port, '198.51.100.1')),
  ];

  return {
    /** Results are collected here from now on. */
    startPhase: (): LoadResults => (results = { times: [], errors: [] }),
    async stop() {
      isStopped = true;
      await Promise.all(running);
    },
  };
}

/** Reads a page that nothing changes, so that every answer must equal the first. */
function readAttendance({ token }: Target): Job {
  let expected: unknown;
  return async (client) => {
    const page = await client.call(200, 'GET /attendance?company_id=2&per_page=100&page=3', { token });
    expected ??= page;
    if (!isDeepStrictEqual(page, expected)) throw new Error('A page of attendance has changed');
  };
}

async function readSite(client: Client): Promise<void> {
  const { status, text } = await client.send('GET', '/');
  if (status !== 200 || !text.includes('<title>')) throw new Error(`The site answered ${status}: ${text}`);
}

function changeCompanies({ token }: Target): Job {
  return async (client) => {
    const body = { name: `Quince ${randomUUID()}` };
    const { id } = await client.call<{ id: number }>(201, 'POST /companies', { token, body });
    const read = await client.call<{ name: string }>(200, `GET /companies/${id}`, { token });
    if (read.name !== body.name) throw new Error(`${body.name} was saved as ${read.name}`);
    await client.call(200, `DELETE /companies/${id}`, { token });
    await client.call(404, `GET /companies/${id}`, { token });
  };
}

function sendEvents({ controller }: Target): Job {
  return async (client) => {
    const now = new Date();
    const event = {
      event_id: randomUUID(),
      employee_id: '00101',
      event_type: 'check-in',
      timestamp: now.toISOString(),
    };
    const body = JSON.stringify({ events: [event] });
    const headers = signedHeaders(controller.secret, body, now);
    for (const result of ['"stored":1', '"duplicate":1']) {
      const { status, text } = await client.send('POST', controller.path, { body, headers });
      if (status !== 200 || !text.includes(result))
        throw new Error(`Expected ${result} for an event: ${status} ${text}`);
    }
  };
}

function signInAndOut({ administrator }: Target): Job {
  return async (client) => {
    const { token } = await client.call<{ token: string }>(200, 'POST /auth/login', { body: administrator });
    await client.call(200, 'POST /auth/logout', { token });
    await wait(1_000);
  };
}
