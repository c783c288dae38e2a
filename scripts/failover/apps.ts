// The two Rollcall machines, each with nginx, and with HAProxy and PgBouncer for rounds that need them.

import path from 'node:path';
import { type Installation, install } from '../../tests/support/server/installation.ts';
import { configuration, passwords, variables } from './configuration.ts';
import { Machine, ownAddress } from './machine.ts';
import { waitFor } from './waitFor.ts';
import { firstAdministrator } from './world.ts';

type Variables = Readonly<Record<string, string>>;

export class Apps {
  readonly machines: readonly [Machine, Machine];
  /** Variables for each Rollcall in addition to its file. */
  extra: Variables = {};
  readonly #installed: Installation;
  #isPooled = false;

  static async install(folder: string): Promise<Apps> {
    return new Apps(await install(), folder);
  }

  private constructor(installed: Installation, folder: string) {
    this.#installed = installed;
    this.machines = [appMachine('app1', folder), appMachine('app2', folder)];
  }

  async start(): Promise<void> {
    this.startNginx();
    await this.startRollcalls();
  }

  startNginx(): void {
    for (const machine of this.machines) machine.serve("nginx -g 'daemon off;'");
  }

  async startRollcalls(machines: readonly Machine[] = this.machines): Promise<void> {
    for (const machine of machines) this.#serve(machine, 'rollcall.env');
    await ready(machines);
  }

  async stopRollcalls(machines: readonly Machine[] = this.machines): Promise<void> {
    for (const machine of machines) await machine.retire('server.mjs');
  }

  /** Restarts both behind PgBouncer in transaction mode, which reaches the primary through HAProxy. */
  async goThroughPooler(): Promise<void> {
    if (this.#isPooled) return;
    this.#isPooled = true;
    await this.stopRollcalls();
    for (const machine of this.machines) {
      machine.serve('haproxy -f /etc/haproxy/haproxy.cfg');
      machine.serve('runuser -u postgres -- pgbouncer /etc/pgbouncer/pgbouncer.ini');
      this.#serve(machine, 'rollcall-pgbouncer.env');
    }
    await ready(this.machines);
  }

  dataFolder({ name }: Machine): string {
    return path.join(this.#installed.folder, `data-${name}`);
  }

  command(machine: Machine, words: string): Promise<string> {
    const { folder } = this.#installed;
    const command = `cd ${folder} && ${process.execPath} build/server.mjs ${words}`;
    return machine.run(command, { ...this.#variables(machine, 'rollcall.env'), LOG_LEVEL: 'silent' });
  }

  remove(): void {
    this.#installed.remove();
  }

  #serve(machine: Machine, file: string): void {
    machine.serve(`${process.execPath} ${this.#installed.folder}/build/server.mjs`, this.#variables(machine, file));
  }

  #variables(machine: Machine, file: string): Variables {
    return {
      ...variables(file, machine.name),
      PORT: '4000',
      LOG_LEVEL: 'warn',
      DATA_DIR: this.dataFolder(machine),
      ALLOW_PRIVATE_HOSTS: ownAddress,
      ...firstAdministrator,
      ...this.extra,
    };
  }
}

export const serverOf = ({ address }: Machine) => `http://${address}:4000`;

/** Waits until each reports that it and the database work. */
async function ready(machines: readonly Machine[]): Promise<void> {
  for (const machine of machines) {
    await waitFor(`Rollcall of ${machine.name} to be ready`, 90, async () => {
      const { status } = await fetch(`${serverOf(machine)}/healthz`, { signal: AbortSignal.timeout(6_000) });
      return status === 200;
    });
  }
}

function appMachine(name: 'app1' | 'app2', folder: string): Machine {
  const machine = new Machine(name, folder);
  machine.give('/run');
  machine.give('/var/log/nginx');
  machine.give('/etc/nginx/sites-enabled', { rollcall: configuration('nginx.conf', name) });
  machine.give('/etc/haproxy', { 'haproxy.cfg': configuration('haproxy.cfg', name) });
  const userlist = `"rollcall" "${passwords.ROLLCALL_PASSWORD}"\n`;
  machine.give(
    '/etc/pgbouncer',
    { 'pgbouncer.ini': configuration('pgbouncer.ini', name), 'userlist.txt': userlist },
    'postgres',
  );
  return machine;
}
