// `npm run screenshots`: starts a server with sample data in a temporary folder, signs in, and takes the pictures in
// docs/screenshots.
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { build, root } from '../esbuild.config.mjs';
import { launchChromium } from './chromium.mjs';

const screens = {
  dashboard: '',
  companies: 'companies',
  attendance: 'attendance?panel=open&start_date=',
  'hr-sync': 'hr-sync',
};

await build();
const folder = await mkdtemp(path.join(tmpdir(), 'rollcall-screenshots-'));
const server = spawn(process.execPath, ['build/server.mjs'], {
  cwd: root,
  stdio: ['ignore', 'inherit', 'pipe'],
  env: { ...process.env, SAMPLE_DATA: 'yes', DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'error' },
});
const browser = await launchChromium();
try {
  const { address, email, password } = await readOutput();
  const page = await browser.newPage({
    viewport: { width: 1280, height: 800 },
    colorScheme: 'light',
    reducedMotion: 'reduce',
  });
  await page.goto(address);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
  for (const [name, route] of Object.entries(screens)) {
    await page.goto(`${address}/${route}`, { waitUntil: 'networkidle' });
    await page.screenshot({ path: path.join(root, `docs/screenshots/${name}.png`) });
  }
} finally {
  await browser.close();
  server.kill();
  await rm(folder, { recursive: true });
}

/** Reads the address and the administrator's sign-in, which the server prints at its first start. */
async function readOutput() {
  let address;
  for await (const line of createInterface(server.stderr)) {
    address ??= /http:\S+/.exec(line)?.[0];
    const signIn = /^\s*(?<email>administrator@\S+)\s+(?<password>\S+)/.exec(line)?.groups;
    if (address && signIn) return { address, ...signIn };
  }
  throw new Error('The server exited before it printed its sign-ins');
}
