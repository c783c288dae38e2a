// `npm run audit`: lists for each package why it is here and what its code can do, from the installed sources and the
// contents of a fresh build. Compares the installed packages with the lock file, and that build with dist/ and with
// the release of the same version. Exits with 1 if there are problems.
import './closedOutput.mjs';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import esbuild from 'esbuild';
import { build, root } from '../esbuild.config.mjs';
import { bytesByPackage, contentsOfServer, contentsOfSite, own, packageOf } from './audit/contents.mjs';
import { wrongNotices } from './audit/embedded.mjs';
import { changedFiles } from './audit/freshInstall.mjs';
import { chainsTo, installed, lockedPackages, readJson } from './audit/packages.mjs';
import { browserPowers, nodePowers } from './audit/powers.mjs';
import { installScripts, keptOut, licenceNames, licences, shipped, tools } from './audit/reasons.mjs';
import { hashOf } from './build/hash.mjs';
import { readOptions } from './readOptions.mjs';

readOptions(import.meta.filename);
const problems = [];
const locked = await lockedPackages();
const manifest = await readJson('package.json');
const server = await readJson('server/package.json');
const ours = {
  ...manifest.dependencies,
  ...manifest.devDependencies,
  ...manifest.optionalDependencies,
  ...server.dependencies,
};
const direct = Object.keys(ours);
const chains = chainsTo(locked, direct);

const folder = await mkdtemp(path.join(tmpdir(), 'rollcall-audit-'));
try {
  await build(folder);
  await esbuild.stop();
  const meta = JSON.parse(await readFile(path.join(folder, 'build/meta.json'), 'utf8'));
  const parts = await contentsOfSite(folder, meta.site);
  console.log('In the browser, restricted by the content security policy. Sizes are those in dist/.\n');
  await reportShipped(parts, browserPowers);
  console.log('In the server, with the rights of its process. Sizes are those in build/server.mjs.\n');
  await reportShipped(contentsOfServer(meta.server), nodePowers);
  reportTools(new Set([...parts.map((part) => part.package), ...Object.keys(server.dependencies)]));
  checkKeptOut(parts);
  problems.push(...(await wrongNotices()));
  await checkLock();
  await checkInstalled();
  await reportHash();
} finally {
  await rm(folder, { recursive: true });
}

console.log(
  problems.length === 0 ? '\nNo problems found.' : `\nProblems:\n${problems.map((each) => `  ${each}`).join('\n')}`,
);
process.exitCode = problems.length === 0 ? 0 : 1;

async function reportShipped(parts, powersOf) {
  const packages = [...bytesByPackage(parts)].filter(([name]) => name !== own).sort();
  for (const [name, bytes] of packages) {
    const its = parts.filter((part) => part.package === name);
    const sources = [...new Set(its.map(({ source }) => source))].filter((source) => /\.[cm]?js$/.test(source));
    const texts = await Promise.all(sources.map((source) => readFile(path.join(root, source), 'utf8')));
    await reportPackage(name, `${bytes.toLocaleString('en')} bytes`, powersOf(texts));
  }
}

async function reportPackage(name, usage, powers) {
  const { version, license: declared } = await installed(name);
  const license = licenceNames[name] ?? declared;
  const reason = shipped[name];
  console.log(`  ${name} ${version}, ${license}, ${usage}`);
  console.log(`    why: ${reason?.why ?? 'no reason given'}${requiredBy(name)}`);
  console.log(`    can: ${powers.join(', ') || 'only compute, as far as this audit can see'}\n`);
  if (!reason) return problems.push(`${name} is shipped without a reason in scripts/audit/reasons.mjs`);
  const unreviewed = powers.filter((power) => !reason.can.includes(power));
  if (unreviewed.length > 0) problems.push(`${name} ${version} can ${unreviewed.join(', ')}, which is not reviewed`);
  const parts = license.split(/ AND |[()]/).filter(Boolean);
  if (!licences.includes(license) && !parts.every((part) => licences.includes(part))) {
    problems.push(`${name} is shipped under ${license}`);
  }
}

function requiredBy(name) {
  const chain = chains.get(name) ?? [name];
  return chain.length > 1 ? ` (required by ${chain.slice(0, -1).join(' > ')})` : '';
}

/** Lists all other packages by the direct dependency that requires them. */
function reportTools(shippedNames) {
  console.log('For development only: not part of console or server, with the rights of the user who runs them.\n');
  const others = [...locked.keys()].filter((name) => !shippedNames.has(name) && !keptOut[name]);
  for (const name of direct.filter((each) => !server.dependencies[each])) {
    const required = others.filter((other) => other !== name && chains.get(other)?.[0] === name);
    const perPlatform = required.filter((each) => locked.get(each).os || locked.get(each).cpu);
    const plain = required.filter((each) => !perPlatform.includes(each));
    if (!tools[name] && required.length === 0) continue;
    console.log(`  ${name} ${locked.get(name).version}, ${locked.get(name).license}`);
    console.log(`    why: ${tools[name] ?? `${shipped[name]?.why}; its dependencies stay unused on disk`}`);
    if (plain.length > 0) console.log(`    requires: ${plain.join(', ')}`);
    if (perPlatform.length > 0) console.log(`    requires: its program, for one of ${perPlatform.length} platforms`);
    if (locked.get(name).hasInstallScript) console.log('    has an install script, which .npmrc keeps from running');
    console.log();
  }
  const unrequired = others.filter((name) => !chains.has(name));
  if (unrequired.length > 0) problems.push(`nothing requires ${unrequired.join(', ')}`);
}

function checkKeptOut(parts) {
  console.log('Installed, but in no file of dist/: the build puts scripts/build/absent.mjs in their place.');
  for (const [name, what] of Object.entries(keptOut)) {
    console.log(`  ${name}, which ${what}`);
    if (parts.some(({ source }) => packageOf(source) === name)) problems.push(`${name} is in dist/`);
  }
  console.log();
}

async function checkLock() {
  for (const [name, version] of Object.entries(ours)) {
    if (!/^\d+\.\d+\.\d+$/.test(version)) problems.push(`${name} ${version} is not an exact version`);
    if (!shipped[name] && !tools[name]) problems.push(`${name} has no reason in scripts/audit/reasons.mjs`);
  }
  for (const name of Object.keys({ ...shipped, ...tools })) {
    if (!locked.has(name)) problems.push(`${name} has a reason but is not in the lock file`);
  }
  for (const [name, { integrity, hasInstallScript }] of locked) {
    if (!integrity?.startsWith('sha512-')) problems.push(`${name} has no sha512 in the lock file`);
    if (hasInstallScript && !installScripts.includes(name)) problems.push(`${name} runs a script on install`);
  }
  if (!/^ignore-scripts=true$/m.test(await readFile(path.join(root, '.npmrc'), 'utf8')))
    problems.push('.npmrc lets packages run scripts on install');
  console.log(`The lock file has ${locked.size} packages, each with its sha512.`);
}

async function checkInstalled() {
  console.log('Installing the packages of the lock file elsewhere, to compare …');
  try {
    const changed = await changedFiles(root);
    problems.push(...changed.map((file) => `node_modules/${file} is not as in the package that the lock file names`));
    if (changed.length === 0) console.log('Every installed file is as in the package that the lock file names.');
  } catch (error) {
    problems.push(`the installed packages could not be compared: ${error.stderr || error.message}`);
  }
}

async function reportHash() {
  const fresh = await hashOf(path.join(folder, 'dist'));
  console.log(`A build of these sources has the hash ${fresh}`);
  await checkRelease(fresh);
  if (!existsSync(path.join(root, 'dist/index.html'))) return console.log('There is no dist/ to compare.');
  const existing = await hashOf(path.join(root, 'dist'));
  if (existing === fresh) console.log('dist/ has the same hash.');
  else problems.push(`dist/ has the hash ${existing}: it is out of date, or was edited`);
}

/** Compares with the table of releases in SECURITY.md, which has the hashes of dist/ and build/server.mjs. */
async function checkRelease(fresh) {
  const { version } = manifest;
  const text = await readFile(path.join(root, 'SECURITY.md'), 'utf8');
  const rows = [...text.matchAll(/^\| (\d+\.\d+\.\d+) \| `([0-9a-f]{64})` \| `[0-9a-f]{64}` \|$/gm)];
  const [, , hash] = rows.find(([, released]) => released === version) ?? [];
  if (!hash) return console.log(`Version ${version} is not a release.`);
  if (hash === fresh) console.log(`That is the hash of release ${version}.`);
  else problems.push(`release ${version} has the hash ${hash}: these sources are not that release`);
}
