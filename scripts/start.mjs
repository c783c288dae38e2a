// `npm start`: builds if the build is missing or out of date, then serves console and API on one address, with sample data
// unless SAMPLE_DATA is set, and listens for devices. With arguments, it runs a command of the server.

import { readdir, stat } from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';
import esbuild from 'esbuild';
import { build, root } from '../esbuild.config.mjs';

const sources = ['src', 'styles', 'server', 'scripts/build', 'index.html', 'esbuild.config.mjs', 'package-lock.json'];

const host = process.env.HOST ?? '127.0.0.1';
const hosts = { PORT: host, DEVICES_PORT: process.env.DEVICES_HOST ?? host };
// Done before the build, so that nobody waits just to see the start fail.
if (process.argv.length === 2) await choosePorts();
process.env.DEVICES_PORT ??= '4001';
if (!(await isBuilt())) {
  console.log('Building …');
  await build();
  await esbuild.stop();
}
process.env.SAMPLE_DATA ??= 'yes';
await import('../build/server.mjs');

/** Requires a requested port to be free; otherwise takes the next free one. */
async function choosePorts() {
  if (process.env.PORT === '0') process.env.DEVICES_PORT ??= '0';
  for (const [name, usual] of Object.entries({ PORT: 4000, DEVICES_PORT: 4001 })) {
    process.env[name] ??= await freePort(name, usual);
    const port = process.env[name];
    if (await isFree(name, port)) continue;
    console.error(`${name} ${port} is in use: set ${name} to another number, or to 0 for any that is free`);
    process.exit(1);
  }
}

async function freePort(name, usual) {
  let port = usual;
  while (String(port) === process.env.PORT || !(await isFree(name, port))) port += 1;
  if (port !== usual) console.log(`${name} ${usual} is in use: taking ${port}`);
  return String(port);
}

/** Only tests whether a port is taken, as the server reports anything else that is wrong. */
function isFree(name, port) {
  return new Promise((resolve) => {
    const probe = net.createServer();
    probe.once('error', ({ code }) => resolve(code !== 'EADDRINUSE'));
    try {
      probe.listen(Number(port), hosts[name], () => probe.close(() => resolve(true)));
    } catch {
      resolve(true);
    }
  });
}

async function isBuilt() {
  const built = await stat(path.join(root, 'build/meta.json')).catch(() => undefined);
  if (!built) return false;
  const times = await Promise.all(sources.map((source) => newest(path.join(root, source))));
  return Math.max(...times) < built.mtimeMs;
}

/** Returns when a file, or any file in a folder, was last changed. A folder's own time covers deleted files. */
async function newest(file) {
  const { mtimeMs } = await stat(file);
  const entries = await readdir(file, { recursive: true }).catch(() => []);
  const times = await Promise.all(entries.map(async (entry) => (await stat(path.join(file, entry))).mtimeMs));
  return Math.max(mtimeMs, ...times);
}
