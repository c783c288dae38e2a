// `npm start`: builds if the build is missing or out of date, then serves console and API on one address, with sample data
// unless SAMPLE_DATA is set, and listens for devices.
import esbuild from 'esbuild';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { build, root } from '../esbuild.config.mjs';

const sources = ['src', 'styles', 'server', 'scripts/build', 'index.html', 'esbuild.config.mjs', 'package-lock.json'];

if (!(await isBuilt())) {
  console.log('Building …');
  await build();
  await esbuild.stop();
}
process.env.SAMPLE_DATA ??= 'yes';
process.env.DEVICES_PORT ??= process.env.PORT === '0' ? '0' : '4001';
await import('../build/server.mjs');

async function isBuilt() {
  const built = await stat(path.join(root, 'build/meta.json')).catch(() => undefined);
  if (!built) return false;
  const times = await Promise.all(sources.map((source) => newest(path.join(root, source))));
  return Math.max(...times) < built.mtimeMs;
}

/** When this file, or any file in this folder, was last changed. A folder's own time covers deleted files. */
async function newest(file) {
  const { mtimeMs } = await stat(file);
  const entries = await readdir(file, { recursive: true }).catch(() => []);
  const times = await Promise.all(entries.map(async (entry) => (await stat(path.join(file, entry))).mtimeMs));
  return Math.max(mtimeMs, ...times);
}
