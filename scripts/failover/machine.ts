// Machines, which are network namespaces with their own folders mounted where programs expect them, all connected to
// one bridge.

import { execFile, execFileSync, spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { waitFor } from './waitFor.ts';

interface Service {
  readonly command: string;
  readonly environment: Readonly<Record<string, string>>;
}

export class Machine {
  readonly name: Name;
  readonly address: string;
  readonly #folder: string;
  readonly #mounts: string[] = [];
  #services: readonly Service[] = [];

  constructor(name: Name, folder: string) {
    this.name = name;
    this.address = addressOf(name);
    this.#folder = path.join(folder, name);
    mkdirSync(this.#folder);
    connect(name);
    const file = path.join(this.#folder, 'hosts');
    writeFileSync(file, hosts);
    this.#mounts.push(`mount --bind ${file} /etc/hosts`);
  }

  /** Mounts the machine's own folder at this place, with these files. */
  give(place: string, files: Readonly<Record<string, string>> = {}, user = 'root'): void {
    const own = this.folderAt(place);
    const [owner, group] = ['-u', '-g'].map((kind) => Number(execFileSync('id', [kind, user], { encoding: 'utf8' })));
    const handOver = (target: string) => chownSync(target, owner ?? 0, group ?? 0);
    mkdirSync(own);
    handOver(own);
    for (const [name, text] of Object.entries(files)) {
      writeFileSync(path.join(own, name), text, { mode: 0o600 });
      handOver(path.join(own, name));
    }
    this.#mounts.push(`mkdir -p ${place}`, `mount --bind ${own} ${place}`);
  }

  folderAt(place: string): string {
    return path.join(this.#folder, place.replaceAll('/', '_'));
  }

  /** Starts a program now, and again whenever the machine starts. */
  serve(command: string, environment: Readonly<Record<string, string>> = {}): void {
    const service = { command, environment };
    this.#services = [...this.#services, service];
    this.#begin(service);
  }

  /** Stops programs with this word in their command for good. */
  async retire(word: string): Promise<void> {
    this.#services = this.#services.filter(({ command }) => !command.includes(word));
    const pids = pidsOf(this.name).filter((pid) => saidOf(pid, 'cmdline').includes(word));
    for (const pid of pids) sendSignal(pid, 'SIGTERM');
    const haveEnded = async () => !pids.some((pid) => existsSync(`/proc/${pid}`));
    await waitFor(`${word} to end on ${this.name}`, 30, haveEnded);
  }

  /** Runs a command while the writers continue, and returns what it printed. */
  async run(command: string, environment: Readonly<Record<string, string>> = {}): Promise<string> {
    const env = { ...process.env, ...environment };
    const options = { encoding: 'utf8', env, timeout: 120_000, maxBuffer: 1 << 30 } as const;
    return (await promisify(execFile)('ip', this.#inside(command), options)).stdout;
  }

  /** Kills everything at once, like a power cut. */
  kill(): void {
    signalAll(this.name, 'SIGKILL');
  }

  killProgram(name: 'postgres' | 'pg_rewind'): void {
    const hasName = (pid: number) => saidOf(pid, 'comm').trim() === name;
    for (const pid of pidsOf(this.name).filter(hasName)) sendSignal(pid, 'SIGKILL');
  }

  /** Starts its programs again, as after a power cut. */
  start(): void {
    for (const service of this.#services) this.#begin(service);
  }

  freeze(): void {
    signalAll(this.name, 'SIGSTOP');
  }

  thaw(): void {
    signalAll(this.name, 'SIGCONT');
  }

  unplug(): void {
    setCable(this.name, 'down');
  }

  plug(): void {
    setCable(this.name, 'up');
  }

  #begin({ command, environment }: Service): void {
    const log = openSync(path.join(this.#folder, 'log'), 'a');
    const env = { ...process.env, ...environment };
    spawn('ip', this.#inside(`exec ${command}`), { env, stdio: ['ignore', log, log] });
  }

  #inside(command: string): string[] {
    return ['netns', 'exec', namespaceOf(this.name), 'sh', '-ec', [...this.#mounts, command].join('\n')];
  }
}

/** Returns '' for a process that has just ended. */
function saidOf(pid: number, what: 'comm' | 'cmdline'): string {
  const file = `/proc/${pid}/${what}`;
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

const bridge = 'rollcall-br';
const network = '10.213.77';
/** Address at which the machines reach this script. */
export const ownAddress = `${network}.1`;

const names = ['db1', 'db2', 'db3', 'app1', 'app2'] as const;
type Name = (typeof names)[number];

const addressOf = (name: Name) => `${network}.${names.indexOf(name) + 11}`;
const namespaceOf = (name: Name) => `rollcall-${name}`;
const cableOf = (name: Name) => `rc-${name}`;

const hosts = [...names.map((name) => `${addressOf(name)} ${name}`), '127.0.0.1 localhost', ''].join('\n');

const ip = (...words: string[]) => execFileSync('ip', words, { encoding: 'utf8' });

export function makeNetwork(): void {
  removeNetwork();
  ip('link', 'add', bridge, 'type', 'bridge');
  ip('address', 'add', `${ownAddress}/24`, 'dev', bridge);
  ip('link', 'set', bridge, 'up');
}

/** Also removes what a killed run left behind. */
export function removeNetwork(): void {
  const namespaces = ip('netns', 'list').split('\n');
  for (const name of names) {
    if (!namespaces.some((line) => line.split(' ')[0] === namespaceOf(name))) continue;
    signalAll(name, 'SIGKILL');
    ip('netns', 'delete', namespaceOf(name));
  }
  // A deleted namespace and its cable take a moment to disappear.
  for (const link of [...names.map(cableOf), bridge]) spawnSync('ip', ['link', 'delete', link]);
}

function connect(name: Name): void {
  const namespace = namespaceOf(name);
  ip('netns', 'add', namespace);
  ip('link', 'add', cableOf(name), 'type', 'veth', 'peer', 'name', 'eth0', 'netns', namespace);
  ip('link', 'set', cableOf(name), 'master', bridge, 'up');
  ip('-netns', namespace, 'address', 'add', `${addressOf(name)}/24`, 'dev', 'eth0');
  for (const device of ['eth0', 'lo']) ip('-netns', namespace, 'link', 'set', device, 'up');
}

const setCable = (name: Name, state: 'up' | 'down') => ip('link', 'set', cableOf(name), state);

const pidsOf = (name: Name) => ip('netns', 'pids', namespaceOf(name)).split('\n').filter(Boolean).map(Number);

function signalAll(name: Name, signal: NodeJS.Signals): void {
  for (const pid of pidsOf(name)) sendSignal(pid, signal);
}

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // The process has just ended.
  }
}
