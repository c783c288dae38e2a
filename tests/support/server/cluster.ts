// Starts a new PostgreSQL cluster in a temporary folder, on a free port.

import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, realpath } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { fastFolder, need } from '../tools.ts';
import { freePort } from './ports.ts';

const run = promisify(execFile);

export interface Cluster {
  /** The URL of the cluster's database 'postgres'. */
  url: string;
  stop(): Promise<void>;
}

/** A cluster whose processes tests can stop and continue. */
export interface Node extends Cluster {
  /** Stops all its processes; connections stay open. */
  freeze(): Promise<void>;
  thaw(): Promise<void>;
  /** Makes a standby the primary. */
  promote(): Promise<void>;
}

interface ClusterOptions {
  readonly fsync?: boolean;
  readonly port?: number;
  /** Makes the new cluster a standby of the one at this URL. */
  readonly primary?: string;
  /** Writes much less: the cluster gets no standby, and may lose committed data when it ends. */
  readonly isAlone?: boolean;
  /** The folder of PostgreSQL's programs, if not the installed one. */
  readonly programs?: string;
}

export async function startCluster(options: ClusterOptions = {}): Promise<Node> {
  const { fsync, port: wanted, primary, isAlone } = options;
  // PostgreSQL's programs share a folder; the one found on the path may be a link into it.
  const programs = options.programs ?? path.dirname(await realpath(need('postgresql')));
  const folder = await mkdtemp(path.join(fastFolder(), 'rollcall-postgres-'));
  const data = path.join(folder, 'data');
  const port = wanted || (await freePort());
  await chmod(folder, 0o777);
  const make = primary
    ? [`${programs}/pg_basebackup`, '-D', data, '-d', primary, '-R', '-c', 'fast', '--no-sync']
    : [`${programs}/initdb`, '-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync'];
  await asOrdinaryUser(make);
  const less = ['full_page_writes=off', 'synchronous_commit=off', 'wal_level=minimal', 'max_wal_senders=0'];
  const own = [`fsync=${fsync ? 'on' : 'off'}`, ...(isAlone ? less : [])].map((each) => `-c ${each}`).join(' ');
  const settings = `-c listen_addresses=127.0.0.1 -p ${port} -k ${folder} ${own}`;
  const log = path.join(folder, 'log');
  await asOrdinaryUser([`${programs}/pg_ctl`, '-D', data, '-w', '-l', log, '-o', settings, 'start']);
  const stop = stopWhenLeft(folder, [`${programs}/pg_ctl`, '-D', data, '-m', 'immediate', 'stop']);

  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    freeze: () => signal(data, 'SIGSTOP'),
    thaw: () => signal(data, 'SIGCONT'),
    promote: () => asOrdinaryUser([`${programs}/pg_ctl`, '-D', data, '-w', 'promote']),
    stop,
  };
}

/** Stops the cluster and removes its folder when asked to, or when this process has ended, even by SIGKILL. */
function stopWhenLeft(folder: string, command: readonly string[]): () => Promise<void> {
  const script = 'cat; "$@"; exec rm -rf "$0"';
  const waiting = spawn('sh', ['-c', script, folder, ...ordinaryUsers(command)], {
    cwd: '/',
    detached: true, // not ended by Ctrl+C
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  waiting.unref();
  return async () => {
    waiting.ref();
    const ended = once(waiting, 'exit');
    waiting.stdin.end();
    await ended;
  };
}

/** Signals the cluster's first process and all its children. */
async function signal(data: string, name: NodeJS.Signals): Promise<void> {
  const [first = ''] = (await readFile(path.join(data, 'postmaster.pid'), 'utf8')).split('\n');
  const { stdout } = await run('ps', ['-o', 'pid=', '--pid', first, '--ppid', first]);
  // The shell ignores processes that have ended meanwhile: one whose client is gone ends once it continues.
  await run('sh', ['-c', `kill -s ${name.slice(3)} ${stdout.trim().split(/\s+/).join(' ')} || true`]);
}

/** PostgreSQL refuses to run as root; Debian's package creates a user for it. */
async function asOrdinaryUser(command: readonly string[]): Promise<void> {
  const [program = '', ...args] = ordinaryUsers(command);
  await run(program, args, { cwd: '/' });
}

export function ordinaryUsers(command: readonly string[]): readonly string[] {
  return process.getuid?.() === 0 ? ['runuser', '-u', 'postgres', '--', ...command] : command;
}
