// The two machines of Rollcall, each with nginx, and with HAProxy and PgBouncer for the round that needs them.

import { install, type Installation } from '../../tests/support/installation.ts';
import { configuration, passwords, variables } from './configuration.ts';
import { Machine } from './machine.ts';
import { ownAddress } from './network.ts';
import { waitFor } from './waitFor.ts';

export const administrator = { email: 'ada@rollcall.example', password: 'correct horse' };

export class Apps {
  readonly machines: readonly Machine[];
  readonly #installed: Installation;
  #isPooled = false;

  static async install(folder: string): Promise<Apps> {
    return new Apps(await install(), folder);
  }

  private constructor(installed: Installation, folder: string) {
    this.#installed = installed;
    this.machines = (['app1', 'app2'] as const).map((name) => {
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
    });
  }

  async start(): Promise<void> {
    for (const machine of this.machines) {
      this.#serve(machine, 'rollcall.env');
      machine.serve("nginx -g 'daemon off;'");
    }
    await this.ready();
  }

  /** Starts both again, behind PgBouncer in transaction mode, which reaches the primary through HAProxy. */
  async goThroughPooler(): Promise<void> {
    if (this.#isPooled) return;
    this.#isPooled = true;
    for (const machine of this.machines) {
      machine.serve('haproxy -f /etc/haproxy/haproxy.cfg');
      machine.serve('runuser -u postgres -- pgbouncer /etc/pgbouncer/pgbouncer.ini');
      await machine.retire('server.mjs');
      this.#serve(machine, 'rollcall-pgbouncer.env');
    }
    await this.ready();
  }

  /** Each answers that it and the database work. */
  async ready(): Promise<void> {
    for (const { name, address } of this.machines) {
      await waitFor(`Rollcall of ${name} to be ready`, 90, async () => {
        const { status } = await fetch(`http://${address}:4000/healthz`, { signal: AbortSignal.timeout(6_000) });
        return status === 200 ? true : undefined;
      });
    }
  }

  /** Why the audit is not whole, or nothing. */
  async auditFault(): Promise<string | undefined> {
    const [machine] = this.machines;
    const output = await machine?.run(
      `cd ${this.#installed.folder} && ${process.execPath} build/server.mjs verify-audit 2>&1 || true`,
      {
        ...variables('rollcall.env', machine.name),
        LOG_LEVEL: 'silent',
      },
    );
    return output?.includes('The audit is whole') ? undefined : output;
  }

  remove(): void {
    this.#installed.remove();
  }

  #serve(machine: Machine, file: string): void {
    machine.serve(`${process.execPath} ${this.#installed.folder}/build/server.mjs`, {
      ...variables(file, machine.name),
      PORT: '4000',
      LOG_LEVEL: 'warn',
      DATA_DIR: `${this.#installed.folder}/data-${machine.name}`,
      ALLOW_PRIVATE_HOSTS: ownAddress,
      ADMIN_EMAIL: administrator.email,
      ADMIN_PASSWORD: administrator.password,
    });
  }
}
