// Measures the attendance at size: `node scripts/bench/attendance.mjs [records]`, a million without a word.
// Every answer of the server, over HTTP, stands beside the bare query that finds the same rows, on the same
// database in the same run; the ratio is what the server adds. On SQLite and on a PostgreSQL of its own.
import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import esbuild from 'esbuild';
import { root } from '../../esbuild.config.mjs';

// Beside node_modules, so that what is external is found.
const folder = await mkdtemp(path.join(root, 'node_modules/.bench-'));
try {
  const outfile = path.join(folder, 'measure.mjs');
  await esbuild.build({
    absWorkingDir: root,
    entryPoints: ['scripts/bench/attendance/measure.ts'],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
  });
  const { measureAll } = await import(outfile);
  await measureAll(Number(process.argv[2] ?? 1_000_000));
} finally {
  await rm(folder, { recursive: true });
}
