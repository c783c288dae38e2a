import { readdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { install } from '../../../support/server/installation.ts';

const admin = { ADMIN_EMAIL: 'ada@rollcall.example', ADMIN_PASSWORD: 'correct horse' };

const installed = await install();
afterAll(() => installed.remove());

/** A script that starts Node with a umask that restricts nothing. */
function nodeWithOpenUmask(): string {
  const script = path.join(installed.folder, 'open-umask');
  writeFileSync(script, `#!/bin/sh\numask 000\nexec '${process.execPath}' "$@"\n`, { mode: 0o755 });
  return script;
}

test('only the server’s own user can read what it writes, whatever the umask', async () => {
  const node = nodeWithOpenUmask();
  const folder = path.join(installed.folder, 'place');
  const files = ['rollcall.sqlite', 'rollcall.sqlite-wal', 'rollcall.sqlite-shm'];
  const location = { DATA_DIR: path.join(folder, 'data') };
  const server = installed.start([], { ...location, ...admin }, node);
  await server.url();
  const copied = await installed.start(['backup', path.join(folder, 'copy.sqlite')], location, node).ended;
  expect(copied).toMatchObject({ code: 0 });

  const written = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  expect(written).toEqual(expect.arrayContaining(['data', 'copy.sqlite', ...files.map((file) => `data/${file}`)]));
  const modes = written.map((file) => [file, (statSync(path.join(folder, file)).mode & 0o077).toString(8)]);
  expect(modes).toEqual(written.map((file) => [file, '0']));
  await server.kill('SIGTERM');
});
