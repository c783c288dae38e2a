// Builds beside `npm run build` in this folder: in another folder, in development, and of sources with a mistake.
import { execFile } from 'node:child_process';
import fs, { existsSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { copySources, root } from './support/house/sources.ts';

const run = promisify(execFile);
const scratch = fs.mkdtempSync(path.join(tmpdir(), 'rollcall-builds-'));
const here = inject('built');
const elsewhere = path.join(scratch, 'else', 'where');

beforeAll(async () => {
  copySources(elsewhere);
  await run(process.execPath, ['esbuild.config.mjs'], { cwd: elsewhere });
}, 300_000);

afterAll(() => fs.rmSync(scratch, { recursive: true }));

const filesIn = (folder: string) =>
  fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .sort();

test.each(['dist', 'build'])('builds %s/ byte for byte the same in any folder', (folder) => {
  const [one, other] = [path.join(here, folder), path.join(elsewhere, folder)];
  // The copy is not a repository, so its build names no commit.
  const files = filesIn(one).filter((file) => file !== 'commit.txt');
  expect(files).toEqual(filesIn(other));
  const bytes = (place: string, file: string) => readFileSync(path.join(place, file));
  const different = files.filter((file) => !bytes(one, file).equals(bytes(other, file)));
  expect(different).toEqual([]);
});

test('pages find their files in development too', async () => {
  const live = path.join(scratch, 'live');
  const script = `
    import esbuild from 'esbuild';
    import { serverOptions, siteOptions, write } from './esbuild.config.mjs';
    const site = await esbuild.build(siteOptions({ live: true }));
    await write(${JSON.stringify(live)}, site, await esbuild.build(serverOptions), { live: true });
    process.exit();`;
  await run(process.execPath, ['--input-type=module', '--eval', script], { cwd: root });
  const page = readFileSync(path.join(live, 'dist/companies/index.html'), 'utf8');
  const targets = [...page.matchAll(/(?:href|src)="(\.[^"]+)"/g)].map(([, target = '']) => target);
  expect(targets.filter((target) => target.endsWith('.js')).length).toBeGreaterThan(3);
  expect(targets.filter((target) => !existsSync(path.join(live, 'dist/companies', target)))).toEqual([]);
});

test('a mistyped class of a CSS module fails the build', async () => {
  fs.appendFileSync(
    path.join(elsewhere, 'src/main.tsx'),
    "\nimport * as shell from './app/shell/Shell.module.css';\nconsole.log(shell.noSuchClass);\n",
  );
  const building = run(process.execPath, ['esbuild.config.mjs'], { cwd: elsewhere });
  await expect(building).rejects.toThrow('Import "noSuchClass" will always be undefined');
});
