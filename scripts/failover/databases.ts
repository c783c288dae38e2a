// The three database machines. Each runs etcd, Patroni, and PostgreSQL under Patroni.

import { configuration, passwords } from './configuration.ts';
import { Machine } from './machine.ts';
import { waitFor } from './waitFor.ts';

const patronictl = 'runuser -u postgres -- patronictl -c /etc/patroni/config.yml';

interface Member {
  name: string;
  role: string;
  state: string;
}

export class Databases {
  readonly machines: readonly Machine[];

  constructor(folder: string) {
    this.machines = (['db1', 'db2', 'db3'] as const).map((name) => {
      const machine = new Machine(name, folder);
      machine.give('/etc/patroni', { 'config.yml': configuration('patroni.yml', name) }, 'postgres');
      machine.give('/var/lib/etcd', {}, 'etcd');
      machine.give('/var/lib/postgresql', {}, 'postgres');
      machine.give('/run/postgresql', {}, 'postgres');
      return machine;
    });
  }

  async start(): Promise<void> {
    for (const machine of this.machines) {
      const settings = configuration('etcd', machine.name);
      machine.give('/run/rollcall', { etcd: settings }, 'etcd');
      machine.serve("runuser -u etcd -- sh -c 'set -a; . /run/rollcall/etcd; exec etcd'");
    }
    for (const machine of this.machines) {
      const health = `http://${machine.address}:2379/health`;
      await waitFor(`etcd of ${machine.name}`, 30, async () => (await fetch(health)).ok);
    }
    // Also checks that etcd is reachable.
    for (const machine of this.machines)
      await machine.run('runuser -u postgres -- patroni --validate-config /etc/patroni/config.yml');
    for (const machine of this.machines) machine.serve('runuser -u postgres -- patroni /etc/patroni/config.yml');
    await this.whole();
    const primary = await this.primary();
    await primary.run(
      `runuser -u postgres -- psql -v ON_ERROR_STOP=1 -c "create role rollcall login password '${passwords.ROLLCALL_PASSWORD}'" -c "create database rollcall owner rollcall encoding 'UTF8' template template0" -c "alter role rollcall set idle_in_transaction_session_timeout = '1min'"`,
    );
  }

  primary(): Promise<Machine> {
    return waitFor('a primary', 90, async () => {
      const answers = await Promise.all(this.machines.map((machine) => says(machine, 'primary')));
      const primaries = this.machines.filter((_, index) => answers[index]);
      if (primaries.length > 1) throw new Error('There are two primaries');
      return primaries[0];
    });
  }

  /** Waits until all three work: a primary, a synchronous standby and another standby. */
  async whole(): Promise<void> {
    await waitFor('a primary and two standbys, one of them synchronous', 180, async () => {
      const members = await this.#members();
      const running = members.filter(({ state }) => state === 'running' || state === 'streaming');
      const roles = running.map(({ role }) => role).sort();
      // The list has the members' last reports, so a machine that has just thawed may appear in its former state.
      const standbys = await Promise.all(this.machines.map((machine) => says(machine, 'replica')));
      const areWorking = running.length === 3 && standbys.filter(Boolean).length === 2;
      return areWorking && roles.includes('sync_standby') && roles.includes('leader');
    });
  }

  async synchronousStandby(): Promise<Machine> {
    return waitFor('a synchronous standby', 60, async () => {
      const standby = (await this.#members()).find(({ role }) => role === 'sync_standby');
      return this.machines.find(({ name }) => name === standby?.name);
    });
  }

  /** Makes another machine the primary, as in planned maintenance. */
  async promote(candidate: Machine): Promise<void> {
    const primary = await this.primary();
    await primary.run(`${patronictl} switchover --master ${primary.name} --candidate ${candidate.name} --force`);
  }

  async query(statement: string): Promise<string[]> {
    const primary = await this.primary();
    const printed = await primary.run(`runuser -u postgres -- psql -d rollcall -Atc "${statement}"`);
    return printed.split('\n').filter(Boolean);
  }

  async #members(): Promise<Member[]> {
    const primary = await this.primary();
    const answer = await fetch(`http://${primary.address}:8008/cluster`, { signal: AbortSignal.timeout(2_000) });
    const { members }: { members: Member[] } = JSON.parse(await answer.text());
    return members;
  }
}

/** True if the machine's Patroni reports this role and a working PostgreSQL. */
async function says(machine: Machine, role: 'primary' | 'replica'): Promise<boolean> {
  const request = fetch(`http://${machine.address}:8008/${role}`, { signal: AbortSignal.timeout(2_000) });
  return request.then(
    ({ status }) => status === 200,
    () => false,
  );
}

/** Asks on the machine itself, since it may be cut off. */
export async function believesItIsPrimary(machine: Machine): Promise<boolean> {
  try {
    return (await machine.run('runuser -u postgres -- psql -Atc "select pg_is_in_recovery()"')).trim() === 'f';
  } catch {
    return false; // PostgreSQL is not running.
  }
}
