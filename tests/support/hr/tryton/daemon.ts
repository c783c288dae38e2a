// Debian's trytond in a folder that holds its configuration and its database.

import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type ChildRun, childRun } from '../../server/childRun.ts';
import { need } from '../../setup/needs.ts';

export const databaseName = 'hr';

export const databaseIn = (folder: string) => path.join(folder, `${databaseName}.sqlite`);

export const environment = { PATH: process.env.PATH, LANG: 'C.UTF-8' };

export interface Configuration {
  /** A free one by default. */
  readonly port?: number;
  /** More wrong passwords than these lock a user out for five minutes; 5 by default. */
  readonly wrongPasswords?: number;
}

/** The path of the configuration. */
export async function configure(folder: string, { port = 0, wrongPasswords = 5 }: Configuration = {}): Promise<string> {
  const file = path.join(folder, 'trytond.conf');
  const hashing = path.join(folder, 'passlib.conf');
  const lines = [
    '[database]',
    'uri = sqlite://',
    `path = ${folder}`,
    '[web]',
    `listen = 127.0.0.1:${port}`,
    '[session]',
    `max_attempt = ${wrongPasswords}`,
    '[password]',
    `passlib = ${hashing}`,
  ];
  await writeFile(file, lines.join('\n'));
  // By default, each request with a password takes a quarter of a second.
  await writeFile(hashing, '[passlib]\nschemes = bcrypt\nbcrypt__rounds = 4\n');
  return file;
}

export interface Daemon extends Pick<ChildRun, 'kill'> {
  readonly port: number;
}

/** Resolves once it listens; rejects with its output if it ends before. */
export async function startDaemon(folder: string, configuration: Configuration = {}): Promise<Daemon> {
  const options = ['-c', await configure(folder, configuration), '-d', databaseName];
  const { found, kill } = childRun(spawn(need('tryton-modules-attendance'), options, { env: environment }));
  return { port: Number(await found(/Running on http:\S+:(\d+)\s/)), kill };
}
