// Starts the built server with sample data in a temporary folder, for scripts that use the console in a browser.
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { root } from '../esbuild.config.mjs';

/** Passes the address and the administrator's sign-in to `use`. */
export async function withSampleServer(use, settings = {}) {
  const folder = await mkdtemp(path.join(tmpdir(), 'rollcall-sample-'));
  const server = spawn(process.execPath, ['build/server.mjs'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'pipe'],
    env: { ...process.env, SAMPLE_DATA: 'yes', DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'error', ...settings },
  });
  try {
    return await use(await readOutput(server));
  } finally {
    server.kill();
    await rm(folder, { recursive: true });
  }
}

/** Reads what the server prints at its first start. */
async function readOutput(server) {
  let address;
  for await (const line of createInterface(server.stderr)) {
    address ??= /http:\S+/.exec(line)?.[0];
    const signIn = /^\s*(?<email>administrator@\S+)\s+(?<password>\S+)/.exec(line)?.groups;
    if (address && signIn) return { address, ...signIn };
  }
  throw new Error('The server exited before it printed its sign-ins');
}

export async function signIn(page, { address, email, password }) {
  await page.goto(address);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
}
