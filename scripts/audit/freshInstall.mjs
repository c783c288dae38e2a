// Compares the installed packages with a fresh installation, in which npm checks every package against the sha512 in
// the lock file.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { filesIn, sha256 } from '../build/hash.mjs';
import { packageOf } from './contents.mjs';

const run = promisify(execFile);

/** Returns the files in node_modules/ that differ from a fresh installation, or that only one of them has. */
export async function changedFiles(root) {
  const folder = await mkdtemp(path.join(tmpdir(), 'rollcall-install-'));
  try {
    await install(root, folder);
    const [fresh, present] = await Promise.all([hashes(folder), hashes(root)]);
    const skipped = await skippedBy(folder);
    const changed = (file) => !skipped.has(packageOf(`node_modules/${file}`)) && present.get(file) !== fresh.get(file);
    return [...new Set([...fresh.keys(), ...present.keys()])].filter(changed).sort();
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Finds optional packages that npm leaves out here, such as Node itself if npm runs on a new enough one. */
async function skippedBy(folder) {
  const { packages } = JSON.parse(await readFile(path.join(folder, 'package-lock.json'), 'utf8'));
  const optional = Object.keys(packages).filter((place) => packages[place].optional);
  return new Set(optional.filter((place) => !existsSync(path.join(folder, place))).map(packageOf));
}

async function install(root, folder) {
  await mkdir(path.join(folder, 'server'));
  const manifests = ['package.json', 'package-lock.json', 'server/package.json'];
  await Promise.all(manifests.map((name) => cp(path.join(root, name), path.join(folder, name))));
  const flags = ['--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund'];
  await run('npm', ['ci', ...flags], { cwd: folder });
}

/** Hashes each file of each package, leaving out what tools store next to them: .bin, .package-lock.json, caches. */
async function hashes(root) {
  const folder = path.join(root, 'node_modules');
  const all = new Map();
  for (const file of await filesIn(folder)) {
    if (file.startsWith('.')) continue;
    all.set(file, sha256(await readFile(path.join(folder, file))));
  }
  return all;
}
