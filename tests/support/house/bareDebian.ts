// A bare Debian in a folder, made by mmdebstrap: a separate machine with systemd, whose programs see neither this
// machine's files nor its processes. It is as small as possible, since any package that is preinstalled or merely
// recommended would hide that a command needs it. Needs root.

import { execFileSync, spawn } from 'node:child_process';
import { appendFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type ChildRun, childRun } from '../server/installation.ts';
import { firstProcess } from '../server/withoutEngine.ts';
import { fastFolder, need } from '../tools.ts';

export interface BareDebian {
  readonly root: string;
  /** Everything that was run in it, with its output. */
  readonly log: string;
  /** Runs commands as root, on this machine's network. */
  run(script: string): Promise<string>;
  /** Starts commands that run until they are stopped. */
  start(script: string): ChildRun;
  /** Boots it with a network of its own that reaches nothing else. */
  boot(): Promise<Booted>;
  remove(): void;
}

interface Booted {
  /** Runs commands as root, once it is up. */
  run(script: string): Promise<string>;
  /** Starts a program of this machine in the booted machine's network. */
  besides(program: string, args: readonly string[]): ChildRun;
  stop(): Promise<void>;
}

/** Options for separate mounts and processes, which all end with the first process. */
const alone = ['--mount', '--pid', '--fork', '--kill-child'];

/** Leaves out recommended packages and documentation, and does not wait for the disk. */
const smallest = [
  '--variant=minbase',
  '--include=systemd-sysv',
  '--aptopt=APT::Install-Recommends "false"',
  '--dpkgopt=force-unsafe-io',
  ...['doc', 'info', 'locale', 'man'].map((folder) => `--dpkgopt=path-exclude=/usr/share/${folder}/*`),
  '--skip=cleanup/reproducible', // keeps the machine's id: without it, systemd would set up a first boot
];

/** The mirror that this machine's packages come from. */
function mirror(): string {
  const format = '$(REPO_URI) $(ORIGIN) $(LABEL) $(COMPONENT)';
  const lines = execFileSync('apt-get', ['indextargets', '--format', format], { encoding: 'utf8' }).split('\n');
  const [uri = ''] = lines.find((line) => line.endsWith(' Debian Debian main'))?.split(' ') ?? [];
  if (!uri) throw new Error('The sources of apt name no mirror of Debian');
  return uri;
}

export async function bareDebian(release: string): Promise<BareDebian> {
  const folder = mkdtempSync(path.join(fastFolder(), 'rollcall-bare-debian-'));
  const root = path.join(folder, release);
  const log = path.join(folder, `${release}.log`);
  mkdirSync(root, { recursive: true });
  const made = [need('mmdebstrap'), ...smallest, release, root, mirror()];
  await logged(log, `# mmdebstrap ${release}`, 'unshare', [...alone, '--mount-proc', ...made]);
  // It trusts the same authorities as this machine, such as a proxy that decrypts npm's downloads.
  const trusted = '/etc/ssl/certs/ca-certificates.crt';
  if (existsSync(trusted)) cpSync(trusted, path.join(root, 'etc/trusted.crt'));
  // Only systemd is to start services, once it runs.
  writeFileSync(path.join(root, 'usr/sbin/policy-rc.d'), '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  const inside = (script: string) => [
    ...alone,
    ...['--uts', '--ipc', 'sh', '-ec'],
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
      const child = spawn('unshare', [...alone, '--uts', '--ipc', '--cgroup', '--net', 'sh', '-ec', script], {
        stdio: ['ignore', 'pipe', 'pipe'],
      });
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

/** Runs a program and logs its output. Resolves with the output; rejects with the end of it. */
async function logged(log: string, title: string, program: string, args: readonly string[]): Promise<string> {
  appendFileSync(log, `$ ${title}\n`);
  const { code, text } = await childRun(spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] })).ended;
  appendFileSync(log, `${text}\n`);
  if (code !== 0) throw new Error(`${title} ended with ${code}: ${text.slice(-2_000)}`);
  return text;
}
