// `npm run audit`: package by package, why it is there and what it may do, read from what is installed and
// from what is really inside dist/; then what is wrong, with exit code 1. It builds into a folder of its own
// and says whether dist/ is the same.
import { readFile, rm, mkdtemp } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import esbuild from 'esbuild';
import { build, root } from '../esbuild.config.mjs';
import { contentsOfSite, own, packageOf, packagesOfServer } from './audit/contents.mjs';
import { filesIn, hashOf } from './build/hash.mjs';
import { chainsTo, installed, lockedPackages, readJson } from './audit/packages.mjs';
import { browserPowers, nodePowers } from './audit/powers.mjs';
import { installScripts, keptOut, licences, shipped, standIn, tools } from './audit/reasons.mjs';

const problems = [];
const locked = await lockedPackages();
const manifest = await readJson('package.json');
const server = await readJson('server/package.json');
const direct = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies, ...server.dependencies });
const chains = chainsTo(locked, direct);

const scratch = await mkdtemp(path.join(tmpdir(), 'rollcall-audit-'));
try {
  await build(scratch);
  await esbuild.stop();
  const meta = JSON.parse(await readFile(path.join(scratch, 'build/meta.json'), 'utf8'));
  const parts = await contentsOfSite(scratch, meta.site);
  await tellBrowser(parts);
  await tellServer(packagesOfServer(meta.server));
  tellTools(new Set([...parts.map((part) => part.package), ...Object.keys(server.dependencies)]));
  checkKeptOut(parts);
  checkLock();
  await tellHash();
} finally {
  await rm(scratch, { recursive: true });
}

console.log(
  problems.length === 0 ? '\nNothing is wrong.' : `\nWrong:\n${problems.map((each) => `  ${each}`).join('\n')}`,
);
process.exitCode = problems.length === 0 ? 0 : 1;

async function tellBrowser(parts) {
  console.log('In the browser, bounded by the content security policy. Bytes are those inside dist/.\n');
  const names = [...new Set(parts.map((part) => part.package))].filter((name) => name !== own).sort();
  for (const name of names) {
    const its = parts.filter((part) => part.package === name);
    const bytes = its.reduce((sum, part) => sum + part.bytes, 0);
    const sources = [...new Set(its.map(({ source }) => source))].filter((source) => /\.[cm]?js$/.test(source));
    const texts = await Promise.all(sources.map((source) => readFile(path.join(root, source), 'utf8')));
    await tell(name, `${bytes.toLocaleString('en')} bytes`, browserPowers(texts));
  }
}

async function tellServer(packages) {
  console.log('In the server, with the rights of its process.\n');
  for (const { name, isOptional } of packages) {
    const place = path.join(root, 'node_modules', name);
    const scripts = (await filesIn(place)).filter((file) => /\.[cm]?js$/.test(file));
    const texts = await Promise.all(scripts.map((file) => readFile(path.join(place, file), 'utf8')));
    await tell(name, isOptional ? 'only where it is needed' : 'always', nodePowers(texts));
  }
}

async function tell(name, how, powers) {
  const { version, license } = await installed(name);
  const reason = shipped[name];
  console.log(`  ${name} ${version}, ${license}, ${how}`);
  console.log(`    why: ${reason?.why ?? 'nobody has said'}${asked(name)}`);
  console.log(`    may: ${powers.join(', ') || 'compute, and nothing else that we know to look for'}\n`);
  if (!reason) return problems.push(`${name} is shipped, and no reason is in scripts/audit/reasons.mjs`);
  const more = powers.filter((power) => !reason.may.includes(power));
  if (more.length > 0) problems.push(`${name} ${version} may ${more.join(', ')}, which nobody has looked at`);
  if (
    !license
      .split(/ AND |[()]/)
      .filter(Boolean)
      .every((each) => licences.includes(each)) &&
    !licences.includes(license)
  ) {
    problems.push(`${name} is shipped under ${license}`);
  }
}

function asked(name) {
  const chain = chains.get(name) ?? [name];
  return chain.length > 1 ? ` (by way of ${chain.slice(0, -1).join(' and ')})` : '';
}

/** All others, by the package of ours that brings them. Most are one program for many machines. */
function tellTools(atWork) {
  console.log('On machines that install, build or test: they reach neither browser nor server, and may do what the');
  console.log('person who starts them may.\n');
  const others = [...locked.keys()].filter((name) => !atWork.has(name) && !keptOut[name]);
  for (const name of direct.filter((each) => !server.dependencies[each])) {
    const brought = others.filter((other) => other !== name && chains.get(other)?.[0] === name);
    const forMachines = brought.filter((each) => locked.get(each).os || locked.get(each).cpu);
    const plain = brought.filter((each) => !forMachines.includes(each));
    if (!tools[name] && brought.length === 0) continue;
    console.log(`  ${name} ${locked.get(name).version}, ${locked.get(name).license}`);
    console.log(`    why: ${tools[name] ?? `${shipped[name]?.why}; what it brings stays on disk, unused`}`);
    if (plain.length > 0) console.log(`    brings: ${plain.join(', ')}`);
    if (forMachines.length > 0) console.log(`    brings: itself for one machine, out of ${forMachines.length} kinds`);
    if (locked.get(name).hasInstallScript) console.log('    runs a script when it is installed');
    console.log();
  }
  const unasked = others.filter((name) => !chains.has(name));
  if (unasked.length > 0) problems.push(`nobody asks for ${unasked.join(', ')}`);
}

function checkKeptOut(parts) {
  console.log(`Kept out of jspdf, in the tree by the name only (${standIn} stands there) and in no file of dist/:`);
  for (const [name, what] of Object.entries(keptOut)) {
    console.log(`  ${name}, which ${what}`);
    if (locked.get(name)?.name !== standIn) problems.push(`${name} itself is in the lock file`);
    if (parts.some(({ source }) => packageOf(source) === name)) problems.push(`${name} is inside dist/`);
  }
  console.log();
}

function checkLock() {
  const direct = { ...manifest.dependencies, ...manifest.devDependencies, ...server.dependencies };
  for (const [name, version] of Object.entries(direct)) {
    if (!/^\d+\.\d+\.\d+$/.test(version)) problems.push(`${name} ${version} is no exact version`);
    if (!shipped[name] && !tools[name]) problems.push(`${name} has no reason in scripts/audit/reasons.mjs`);
  }
  for (const name of Object.keys({ ...shipped, ...tools })) {
    if (!locked.has(name)) problems.push(`${name} has a reason and is not in the lock file`);
  }
  for (const [name, { integrity, hasInstallScript }] of locked) {
    if (!integrity?.startsWith('sha512-')) problems.push(`${name} has no sha512 in the lock file`);
    if (hasInstallScript && !installScripts.includes(name)) problems.push(`${name} runs a script when it is installed`);
  }
  console.log(`${locked.size} packages are in the lock file, each with its sha512.`);
}

async function tellHash() {
  const fresh = await hashOf(path.join(scratch, 'dist'));
  console.log(`These sources make a dist/ with the hash ${fresh}`);
  if (!existsSync(path.join(root, 'dist/index.html'))) return console.log('There is no dist/ here to compare.');
  const here = await hashOf(path.join(root, 'dist'));
  if (here === fresh) console.log('So does the dist/ that is here.');
  else problems.push(`the dist/ that is here has the hash ${here}: it is older than the sources, or was edited`);
}
