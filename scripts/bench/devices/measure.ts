// Simulates the devices and prints their cost.

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { openWithPermissions } from '../../../server/app/commands/openWithPermissions.ts';
import { fillWithSample } from '../../../server/app/sample/fillWithSample.ts';
import { cheapCost, createPasswords } from '../../../server/platform/access/passwords.ts';
import { rowsOf, scalars, sql } from '../../../server/platform/db/db.ts';
import type { DatabaseLocation } from '../../../server/platform/db/open.ts';
import { instantOf } from '../../../server/platform/time/clock.ts';
import { callDevices } from '../../../tests/support/devices/devices.ts';
import { median } from '../../figures.ts';
import { onEachDatabase, timed } from '../served.ts';
import type { Ask, Told } from './serve.ts';

const devices = 1_000;
const pollEverySeconds = 10;
const eventsPerSecond = 100;
/** Number of events that a device holds, and that it sends at once. */
const held = 200_000;
const batch = 500;

export async function measureAll(seconds: number): Promise<void> {
  const rate = devices / pollEverySeconds;
  console.log(`${devices} devices that poll every ${pollEverySeconds} s (${rate}/s) and ${eventsPerSecond} events/s`);
  console.log(`${'for '.concat(String(seconds), ' s').padEnd(24)}CPU cores   slowest 1%, ms`);
  const bare = await measureLoad('bare node:http', await start('bare'), seconds);
  await onEachDatabase((name, location) => measure(name, location, seconds, bare));
}

async function measure(name: string, location: DatabaseLocation, seconds: number, bare: number): Promise<void> {
  await fillWithDevices(location, devices);
  const cores = await measureLoad(name, await start('ours', location), seconds);
  console.log(`${' '.repeat(24)}${(cores / bare).toFixed(1)} times as much as bare node:http`);
  await measureReplay(await start('ours', location));
}

type Server = Awaited<ReturnType<typeof start>>;

async function start(kind: 'bare' | 'ours', location: DatabaseLocation = { dataDir: '' }) {
  const program = path.join(path.dirname(process.argv[1] ?? ''), 'bench/devices/serve.mjs');
  const child = fork(program, [kind, JSON.stringify(location)]);
  const started = await told(child);
  if (!('url' in started)) throw new Error('The server said no address');
  const ask = (what: Ask) => child.send(what);
  return {
    url: started.url,
    async cpuSeconds() {
      ask('cpu');
      const answer = await told(child);
      return 'seconds' in answer ? answer.seconds : Number.NaN;
    },
    async stop() {
      ask('stop');
      await once(child, 'exit');
    },
  };
}

const told = (child: ChildProcess): Promise<Told> =>
  new Promise((resolve, reject) => {
    child.once('message', (message: Told) => resolve(message));
    child.once('exit', () => reject(new Error('The server ended')));
  });

/** Returns the share of a core. */
async function measureLoad(name: string, server: Server, seconds: number): Promise<number> {
  await play(server.url, 5); // afterwards, code is compiled and database connections are open
  const before = await server.cpuSeconds();
  const took = await play(server.url, seconds);
  const cores = ((await server.cpuSeconds()) - before) / seconds;
  await server.stop();
  const slowest = took.toSorted((one, other) => one - other)[Math.floor(took.length * 0.99)] ?? 0;
  console.log(`${name.padEnd(24)}${cores.toFixed(3).padStart(9)}${slowest.toFixed(0).padStart(17)}`);
  return cores;
}

/** Sends at an even pace whether or not the server keeps up. Returns the duration of each answer in milliseconds. */
async function play(url: string, seconds: number): Promise<number[]> {
  const took: number[] = [];
  const answers: Promise<void>[] = [];
  const measured = (key: string, body: string) =>
    void answers.push(timed(() => call(url, key, body)).then((milliseconds) => void took.push(milliseconds)));
  const started = performance.now();
  for (let index = 0; index < seconds * eventsPerSecond; index++) {
    const device = index % devices;
    const poll = (device + devices / 2) % devices;
    measured(
      `GET /iclock/getrequest?SN=${serialOf(poll)}&INFO=Ver%208.0,${devices},0,${index},10.0.0.1,10,7,15,0,111`,
      '',
    );
    const at = instantOf(new Date());
    measured(
      `POST /iclock/cdata?SN=${serialOf(device)}&table=ATTLOG&Stamp=9999`,
      `${codeOf(device)}\t${at}\t0\t1\t0\t0\n`,
    );
    const due = started + ((index + 1) * 1_000) / eventsPerSecond;
    if (due > performance.now()) await setTimeout(due - performance.now());
  }
  await Promise.all(answers);
  return took;
}

/** Retries like a device until the answer is 200. */
async function call(url: string, key: string, body: string): Promise<void> {
  for (let tries = 0; tries < 60; tries++) {
    const { status } = await callDevices(url, key, body);
    if (status === 200) return;
    if (status !== 503) throw new Error(`${key}: ${status}`);
    await setTimeout(500);
  }
  throw new Error(`${key}: the server stays busy`);
}

async function measureReplay(server: Server): Promise<void> {
  const now = Date.now();
  const lines = Array.from({ length: held }, (_, index) => {
    const at = instantOf(new Date(now - (held - index) * 60_000));
    return `${codeOf((index % 50) * 24)}\t${at}\t${Math.floor(index / 50) % 2}\t1\t0\t0\n`;
  });
  const sendAll = async () => {
    const batches: number[] = [];
    for (let from = 0; from < held; from += batch) {
      const body = lines.slice(from, from + batch).join('');
      batches.push(await timed(() => call(server.url, `POST /iclock/cdata?SN=${serialOf(0)}&table=ATTLOG`, body)));
    }
    return batches;
  };
  for (const title of ['all it holds, 200,000', 'the same again']) {
    const batches = await sendAll();
    const total = batches.reduce((sum, each) => sum + each, 0) / 1_000;
    console.log(
      `${title.padEnd(24)}${total.toFixed(1).padStart(7)} s${median(batches).toFixed(0).padStart(17)} ms a batch`,
    );
  }
  await server.stop();
}

// Devices of the benchmark, and the people who pass them.

const serialOf = (device: number): string => `BENCH${device}`;
const codeOf = (person: number): string => `B-${person}`;

/** Adds devices, and a person per device to its company. */
async function fillWithDevices(location: DatabaseLocation, devices: number): Promise<void> {
  const db = await openWithPermissions(location);
  await fillWithSample(db, createPasswords(cheapCost), new Date(), { employeesPerCompany: 1, days: 0 });
  const companies = await scalars(db, sql`select id from companies order by id`);
  const rows = Array.from({ length: devices }, (_, index) => ({
    company: companies[index % companies.length] ?? 0,
    serial: serialOf(index),
    code: codeOf(index),
  }));
  const added = rowsOf({ company: 'bigint', serial: 'text', code: 'text' }, rows);
  const long = '2020-01-01 00:00:00';
  await db.tx(async (queries) => {
    await queries.run(
      sql`insert into access_controllers (company_id, name, unique_identifier, created_at)
        select company, serial, serial, ${long} from ${added}`,
    );
    await queries.run(
      sql`insert into employees (company_id, employee_id, name, created_at) select company, code, code, ${long} from ${added}`,
    );
    await queries.run(
      sql`insert into device_rules (controller_id, kind, set_up_at) select id, 'zkteco', ${long}
        from access_controllers where unique_identifier like 'BENCH%'`,
    );
    await queries.run(
      sql`insert into devices (kind, identity, serial, controller_id, state, first_heard_at, last_heard_at, wants_all)
        select 'zkteco', unique_identifier, unique_identifier, id, 'approved', ${long}, ${long}, false
        from access_controllers where unique_identifier like 'BENCH%'`,
    );
  });
  await db.close();
}
