// The database that every Tryton of the tests starts with: the attendance module, a company, and a user for the
// connector. Making it takes some ten seconds, so it is kept beside other temporary files until Tryton or a file of
// this folder changes.

import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { need } from '../../setup/needs.ts';
import { configure, databaseIn, databaseName, environment, startDaemon } from './daemon.ts';
import { type Call, callerOf, type SignIn } from './rpc.ts';

const run = promisify(execFile);

/** Its administrator. */
export const administrator: SignIn = { login: 'admin', password: 'an-administrator-1' };

/** In the group Attendance Administration: may record what anyone in the company did. */
export const recorder: SignIn = { login: 'rollcall', password: 'Schlüssel-42' };

/** In no group: may record only what its own employee did, and has none. */
export const bystander: SignIn = { login: 'bystander', password: 'bystander-34' };

/** The path of the database, which is made if there is none yet. */
export async function needTemplate(): Promise<string> {
  const file = path.join(tmpdir(), `rollcall-tryton-${await version()}.sqlite`);
  if (existsSync(file)) return file;
  const folder = await mkdtemp(path.join(tmpdir(), 'rollcall-tryton-'));
  try {
    await initialise(folder);
    // Another run of the tests may have made it too: the last one replaces it at once.
    await rename(databaseIn(folder), file);
  } finally {
    await rm(folder, { recursive: true });
  }
  return file;
}

async function version(): Promise<string> {
  const hash = createHash('sha256');
  const packages = ['tryton-server', 'tryton-modules-attendance', 'python3-tz'];
  hash.update((await run('dpkg-query', ['-W', ...packages])).stdout);
  for (const name of readdirSync(import.meta.dirname)) hash.update(readFileSync(path.join(import.meta.dirname, name)));
  return hash.digest('hex').slice(0, 16);
}

async function initialise(folder: string): Promise<void> {
  const passwordFile = path.join(folder, 'password');
  await writeFile(passwordFile, administrator.password);
  await writeFile(databaseIn(folder), ''); // without the file, there is no such database
  const program = path.join(path.dirname(need('tryton-modules-attendance')), 'trytond-admin');
  const modules = ['-u', 'attendance', '--activate-dependencies', '--email', 'hr@example.com'];
  await run(program, ['-c', await configure(folder), '-d', databaseName, ...modules], {
    env: { ...environment, TRYTONPASSFILE: passwordFile },
  });
  const { port, kill } = await startDaemon(folder);
  try {
    await addCompany(callerOf(`http://127.0.0.1:${port}/${databaseName}/`, administrator));
  } finally {
    await kill('SIGTERM');
  }
}

async function addCompany(call: Call): Promise<void> {
  const create = async (model: string, values: object) => {
    const [id = 0] = await call<number[]>(`model.${model}.create`, [values]);
    return id;
  };
  const currency = await create('currency.currency', { name: 'Euro', code: 'EUR', symbol: '€' });
  const party = await create('party.party', { name: 'Ashdown & Vale Logistics' });
  const company = await create('company.company', { party, currency, timezone: 'Europe/Berlin' });
  const [admin] = await call<number[]>('model.res.user.search', [['login', '=', administrator.login]], 0, 1, null);
  const ofCompany = { companies: [['add', [company]]], company };
  await call('model.res.user.write', [admin], ofCompany);
  const groups = [['name', '=', 'Attendance Administration']];
  const recorders = await call<number[]>('model.res.group.search', groups, 0, 1, null);
  await create('res.user', { ...recorder, name: 'Rollcall', ...ofCompany, groups: [['add', recorders]] });
  await create('res.user', { ...bystander, name: 'Bystander', ...ofCompany });
}
