// The network of the machines: a namespace for each, connected to one bridge.

import { execFileSync, spawnSync } from 'node:child_process';

const bridge = 'rollcall-br';
const network = '10.213.77';
/** Address at which the machines reach this script. */
export const ownAddress = `${network}.1`;

const names = ['db1', 'db2', 'db3', 'app1', 'app2'] as const;
export type Name = (typeof names)[number];

export const addressOf = (name: Name) => `${network}.${names.indexOf(name) + 11}`;
export const namespaceOf = (name: Name) => `rollcall-${name}`;
const cableOf = (name: Name) => `rc-${name}`;

/** Text of /etc/hosts on each machine. */
export const hosts = [...names.map((name) => `${addressOf(name)} ${name}`), '127.0.0.1 localhost', ''].join('\n');

const ip = (...words: string[]) => execFileSync('ip', words, { encoding: 'utf8' });

export function makeNetwork(): void {
  removeNetwork();
  ip('link', 'add', bridge, 'type', 'bridge');
  ip('address', 'add', `${ownAddress}/24`, 'dev', bridge);
  ip('link', 'set', bridge, 'up');
}

/** Removes what a killed run left behind, too. */
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

export function connect(name: Name): void {
  const namespace = namespaceOf(name);
  ip('netns', 'add', namespace);
  ip('link', 'add', cableOf(name), 'type', 'veth', 'peer', 'name', 'eth0', 'netns', namespace);
  ip('link', 'set', cableOf(name), 'master', bridge, 'up');
  ip('-netns', namespace, 'address', 'add', `${addressOf(name)}/24`, 'dev', 'eth0');
  for (const device of ['eth0', 'lo']) ip('-netns', namespace, 'link', 'set', device, 'up');
}

/** A cable that is down passes nothing. */
export const setCable = (name: Name, state: 'up' | 'down') => ip('link', 'set', cableOf(name), state);

export const pidsOf = (name: Name) => ip('netns', 'pids', namespaceOf(name)).split('\n').filter(Boolean).map(Number);

export function signalAll(name: Name, signal: NodeJS.Signals): void {
  for (const pid of pidsOf(name)) sendSignal(pid, signal);
}

export function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // The process has just ended.
  }
}
