// Follows docs/failover.md block by block as an operator does, on machines with their own names and their own folders
// for what commands change. Calls that need other machines are only recorded: Debian's packages, services, and
// Patroni's own check. `npm run failover` covers those.

import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { codeBlock } from './support/documents.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'rollcall-machines-'));
afterAll(() => rmSync(folder, { recursive: true }));

const block = (beginning: string) => codeBlock('docs/failover.md', beginning);
const noted = ['apt-get', 'systemctl', 'patroni', 'patronictl', 'curl'];

interface Machine {
  /** The recorded calls, in order. */
  readonly calls: readonly string[];
  /** The output of the last commands. */
  readonly printed: readonly string[];
}

/** Runs the blocks; `packages` makes what Debian's packages would install. */
function follow(machine: string, packages: string, blocks: readonly string[], look: string): Machine {
  const home = path.join(folder, machine);
  const programs = path.join(home, 'programs');
  mkdirSync(programs, { recursive: true });
  cpSync('docs/failover', path.join(home, 'failover'), { recursive: true });
  const program = (name: string, text: string) => {
    writeFileSync(path.join(programs, name), `#!/bin/sh\n${text}\n`);
    chmodSync(path.join(programs, name), 0o755);
  };
  for (const name of noted) program(name, `echo "${name} $*" >> '${home}/calls'`);
  program('sudo', '[ "$1" != -u ] || shift 2; exec "$@"');
  writeFileSync(path.join(home, 'blocks'), blocks.join('\n'));
  const script = `
    cp -a /etc etc && mount --bind etc /etc
    for each in /opt /run /var/log; do mount -t tmpfs none $each; done
    mkdir /var/log/nginx
    hostname ${machine}
    sed -i /127.0.1.1/d /etc/hosts
    ${packages}
    sh -e blocks > said 2>&1 || { cat said >&2; exit 1; }
    ${look}`;
  const printed = execFileSync('unshare', ['--mount', '--uts', '--net', 'sh', '-ec', script], {
    cwd: home,
    encoding: 'utf8',
    env: { ...process.env, PATH: `${programs}:/usr/sbin:/usr/bin:/sbin:/bin` },
  });
  const lines = (text: string) => text.split('\n').filter((line) => line !== '');
  return { calls: lines(readFileSync(path.join(home, 'calls'), 'utf8')), printed: lines(printed) };
}

const machines = block('cat <<END | sudo tee -a /etc/hosts');
const passwords = block('install -m 600 /dev/null passwords.sed');
const unfilled = String.raw`'THIS_MACHINE\|_PASSWORD\|_RANDOM_'`;

test('a database machine has its files where etcd and Patroni read them', () => {
  const { calls, printed } = follow(
    'db1',
    'mkdir -p /etc/patroni /etc/default',
    [machines, passwords, block('sudo mkdir -p /etc/postgresql-common'), block('sudo -u postgres patroni --validate')],
    `getent hosts db1 db3 app2
     stat -c '%a %U %n' passwords.sed /etc/patroni/config.yml
     cat /etc/postgresql-common/createcluster.conf
     grep -l db1 /etc/default/etcd /etc/patroni/config.yml
     ! grep ${unfilled} /etc/default/etcd /etc/patroni/config.yml`,
  );
  expect(calls).toEqual([
    'apt-get update',
    'apt-get install -y --no-install-recommends postgresql-15 patroni python3-etcd etcd-server',
    'systemctl enable etcd patroni',
    'systemctl restart --no-block etcd',
    'patroni --validate-config /etc/patroni/config.yml',
    'systemctl start patroni',
    'patronictl -c /etc/patroni/config.yml list',
  ]);
  expect(printed.map((line) => line.replaceAll(/ +/g, ' '))).toEqual([
    '10.0.0.11 db1',
    '10.0.0.13 db3',
    '10.0.0.22 app2',
    '600 root passwords.sed',
    '600 postgres /etc/patroni/config.yml',
    'create_main_cluster = false',
    '/etc/default/etcd',
    '/etc/patroni/config.yml',
  ]);
});

test('a Rollcall machine has a service that only reads its folder, and an nginx that accepts its file', () => {
  const service = codeBlock('docs/install.md', 'sudo useradd --system');
  const { calls, printed } = follow(
    'app1',
    // The files as unpacked with a umask of 077.
    'mkdir -p -m 700 /opt/rollcall/build && touch /opt/rollcall/build/server.mjs && chmod 600 /opt/rollcall/build/*',
    [
      machines,
      passwords,
      service,
      block('sudo apt-get update\nsudo apt-get install -y --no-install-recommends nginx'),
      block('sudo systemctl enable --now'),
    ],
    `id -un rollcall
     stat -c '%a %U %n' /opt/rollcall/build /opt/rollcall/build/server.mjs /etc/rollcall.env
     ls /etc/nginx/sites-enabled
     grep ^HOST /etc/rollcall.env
     ! grep ${unfilled} /etc/rollcall.env
     tail -1 said`,
  );
  expect(calls).toEqual([
    'apt-get update',
    'apt-get install -y --no-install-recommends nginx-light curl',
    'systemctl restart nginx',
    'systemctl enable --now rollcall@4000',
    'curl --fail http://app1:4000/healthz',
  ]);
  expect(printed).toEqual([
    'rollcall',
    '755 root /opt/rollcall/build',
    '644 root /opt/rollcall/build/server.mjs',
    '600 root /etc/rollcall.env',
    'rollcall',
    'HOST=app1',
    'nginx: configuration file /etc/nginx/nginx.conf test is successful',
  ]);
});

test('nothing of this machine was changed', () => {
  expect(readFileSync('/etc/hosts', 'utf8')).not.toContain('db1');
  expect(readFileSync('/etc/passwd', 'utf8')).not.toMatch(/^rollcall:/m);
  expect(existsSync('/etc/rollcall.env')).toBe(false);
});
