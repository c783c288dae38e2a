// Only the server's own user can read its files, whatever the umask it was started with.

import { readdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { install, type Installation } from '../../support/installation.ts';
import { newerNode } from '../../support/newerNode.ts';

const admin = { ADMIN_EMAIL: 'ada@rollcall.example', ADMIN_PASSWORD: 'correct horse' };

let installed: Installation;
beforeAll(async () => {
  installed = await install();
}, 30_000);
afterAll(() => installed.remove());

/** Starts Node with a permissive umask. */
function carelessly(node: string, name: string): string {
  const script = path.join(installed.folder, `careless-${name}`);
  writeFileSync(script, `#!/bin/sh\numask 000\nexec '${node}' "$@"\n`, { mode: 0o755 });
  return script;
}

test.each([
  ['this Node', process.execPath, ['rollcall.sqlite', 'rollcall.sqlite-wal']],
  ['a Node with its own SQLite', newerNode(), ['rollcall.sqlite', 'rollcall.sqlite-wal', 'rollcall.sqlite-shm']],
])(
  'what is written is for its own user alone, by %s',
  async (name, program, files) => {
    const node = carelessly(program, name);
    const folder = path.join(installed.folder, name);
    const place = { DATA_DIR: path.join(folder, 'data') };
    const server = installed.start([], { ...place, ...admin }, node);
    await server.url();
    const copied = await installed.start(['backup', path.join(folder, 'copy.sqlite')], place, node).ended;
    expect(copied).toMatchObject({ code: 0 });

    const written = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    expect(written).toEqual(expect.arrayContaining(['data', 'copy.sqlite', ...files.map((file) => `data/${file}`)]));
    const modes = written.map((file) => [file, (statSync(path.join(folder, file)).mode & 0o077).toString(8)]);
    expect(modes).toEqual(written.map((file) => [file, '0']));
    await server.kill('SIGTERM');
  },
  30_000,
);
