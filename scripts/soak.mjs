// `npm run soak -- [console | server] [--rounds N]`: looks for leaks. Uses the console for a simulated day in a real
// browser, and attacks the server with misbehaving clients. Neither may hold more at the end than at the start. Exits
// with 1 if one does or an answer was wrong, and with 2 on wrong arguments.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build, root } from '../esbuild.config.mjs';
import { launchChromium } from './chromium.mjs';
import { readOptions } from './readOptions.mjs';
import { withBundle } from './withBundle.mjs';

const parts = {
  console: soakConsole,
  server: () => withBundle('scripts/soak/server/soak.ts', (soak) => soak.soakServer()),
};
const { values, positionals } = readOptions(import.meta.filename, {
  // 150 rounds of the console take six minutes on two slow cores; the server takes four.
  options: { rounds: { type: 'string', default: '150' } },
  allowPositionals: true,
});
const rounds = Number(values.rounds);
const unknown = positionals.find((name) => !Object.hasOwn(parts, name));
if (unknown !== undefined) refuse(`Unknown part '${unknown}': use console, server, or neither for both`);
if (!Number.isInteger(rounds) || rounds < 1) refuse('--rounds must be a whole number of at least 1');

process.chdir(root);
const problems = [];
for (const [name, soak] of Object.entries(parts)) {
  if (positionals.length === 0 || positionals.includes(name)) problems.push(...(await soak()));
}
console.log(problems.length === 0 ? '\nNo problems found.' : `\nProblems:\n  ${problems.join('\n  ')}`);
process.exitCode = problems.length === 0 ? 0 : 1;

async function soakConsole() {
  const folder = await mkdtemp(path.join(tmpdir(), 'rollcall-soak-'));
  try {
    await build(folder);
    return await withBundle('scripts/soak/console/soak.ts', (soak) =>
      soak.soakConsole(launchChromium, `${folder}/dist`, rounds),
    );
  } finally {
    await rm(folder, { recursive: true });
  }
}

function refuse(message) {
  console.error(message);
  process.exit(2);
}
