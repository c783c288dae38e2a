// `npm run sbom`: builds, then writes bills of materials in CycloneDX format: build/sbom/site.cdx.json for dist/, with the
// size and license of every package, and build/sbom/server.cdx.json. `node scripts/sbom.mjs folder` uses the existing
// dist/ and build/ in that folder. The same commit gives the same files, as their time is the commit's.
import './closedOutput.mjs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import esbuild from 'esbuild';
import { build, root } from '../esbuild.config.mjs';
import { bytesByPackage, contentsOfServer, contentsOfSite, own } from './audit/contents.mjs';
import { embedded } from './audit/embedded.mjs';
import { installed, lockedPackages, readJson } from './audit/packages.mjs';
import { licenceNames } from './audit/reasons.mjs';
import { timeOfCommit } from './build/commit.mjs';
import { hashOf, sha256 } from './build/hash.mjs';
import { readOptions } from './readOptions.mjs';

const { positionals } = readOptions(import.meta.filename, { allowPositionals: true });
const [given] = positionals;
const folder = given ? path.resolve(given) : root;
if (!given) {
  await build();
  await esbuild.stop();
}

const meta = JSON.parse(await readFile(path.join(folder, 'build/meta.json'), 'utf8'));
const locked = await lockedPackages();
const { version } = await readJson('package.json');
const time = timeOfCommit(root);
const timestamp = time && new Date(time * 1000).toISOString();
if (!timestamp) console.warn('Not a git repository: the lists have no time. Set SOURCE_DATE_EPOCH to give one.');
const maintainers = { name: 'The maintainers of Rollcall' };

await mkdir(path.join(folder, 'build/sbom'), { recursive: true });
await write('site', await siteBom());
await write('server', await serverBom());

async function siteBom() {
  const bytes = bytesByPackage(await contentsOfSite(folder, meta.site));
  const hash = await hashOf(path.join(folder, 'dist'));
  console.log(`dist/ has the hash ${hash}`);
  for (const [name, size] of [...bytes].sort(([, one], [, other]) => other - one)) {
    console.log(`${String(size.toLocaleString('en')).padStart(11)}  ${name || 'Rollcall itself'}`);
  }
  return bom('rollcall-console', await componentsOf(bytes), [
    ['rollcall:bytes', bytes.get(own)],
    ['rollcall:sha256', hash],
  ]);
}

async function serverBom() {
  const main = await readFile(path.join(folder, 'build/server.mjs'));
  const hash = sha256(main);
  console.log(`build/server.mjs has the hash ${hash}`);
  return bom('rollcall-server', await componentsOf(bytesByPackage(contentsOfServer(meta.server))), [
    ['rollcall:bytes', main.length],
    ['rollcall:sha256', hash],
  ]);
}

function componentsOf(bytes) {
  const names = [...bytes.keys()].filter((name) => name !== own).sort();
  return Promise.all(names.map((name) => componentOf(name, bytes.get(name))));
}

async function componentOf(name, bytes) {
  const { version: installedVersion, license, description, dependencies, supplier } = await installed(name);
  const parts = (embedded[name] ?? []).map((part) => embeddedComponent(name, part));
  return {
    type: 'library',
    'bom-ref': refOf(name, installedVersion),
    supplier: { name: supplier },
    name,
    version: installedVersion,
    description,
    hashes: [{ alg: 'SHA-512', content: sha512Of(locked.get(name)) }],
    licenses: [licenceOf(licenceNames[name] ?? license)],
    purl: refOf(name, installedVersion),
    properties: propertiesOf([['rollcall:bytes', bytes]]),
    ...(parts.length > 0 && { components: parts }),
    dependencies,
  };
}

/** Describes third-party code inside a package, whose version is unknown. */
function embeddedComponent(packageName, { name, author, licence, words }) {
  return {
    type: 'library',
    'bom-ref': `${packageName}/${name}`,
    authors: [{ name: author }],
    name,
    licenses: [licence ? licenceOf(licence) : { license: { name: words } }],
  };
}

/** Returns the hash of the package's archive. */
function sha512Of({ integrity }) {
  return Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex');
}

function refOf(name, packageVersion) {
  return `pkg:npm/${name.replace('@', '%40')}@${packageVersion}`;
}

function propertiesOf(facts) {
  return facts.map(([name, value]) => ({ name, value: String(value) }));
}

/** Accepts an SPDX identifier or expression. */
function licenceOf(license) {
  return license.includes(' ') ? { expression: license } : { license: { id: license } };
}

function bom(name, packages, facts) {
  const refs = new Map(packages.map((component) => [component.name, component['bom-ref']]));
  const components = packages.map(({ dependencies: _, ...component }) => component);
  const dependencies = packages.map(({ 'bom-ref': ref, dependencies: needed }) => ({
    ref,
    dependsOn: needed.flatMap((each) => refs.get(each) ?? []),
  }));
  const needed = new Set(dependencies.flatMap(({ dependsOn }) => dependsOn));
  const ref = `${name}@${version}`;
  const contents = {
    version: 1,
    metadata: {
      ...(timestamp && { timestamp }),
      tools: { components: [{ type: 'application', name: 'rollcall sbom', version }] },
      authors: [maintainers],
      component: {
        type: 'application',
        'bom-ref': ref,
        supplier: maintainers,
        name,
        version,
        licenses: [{ license: { id: 'MIT' } }],
        properties: propertiesOf(facts),
      },
      supplier: maintainers,
    },
    components,
    dependencies: [{ ref, dependsOn: [...refs.values()].filter((each) => !needed.has(each)) }, ...dependencies],
  };
  return { bomFormat: 'CycloneDX', specVersion: '1.6', serialNumber: serialOf(contents), ...contents };
}

/** Derived from the contents, so that it is reproducible. */
function serialOf(contents) {
  const [, a, b, c, d, e] = /^(.{8})(.{4}).(.{3}).(.{3})(.{12})/.exec(sha256(JSON.stringify(contents)));
  return `urn:uuid:${a}-${b}-8${c}-8${d}-${e}`;
}

async function write(name, contents) {
  const file = path.join('build/sbom', `${name}.cdx.json`);
  await writeFile(path.join(folder, file), `${JSON.stringify(contents, null, 2)}\n`);
  console.log(`${file}: ${contents.components.length} packages`);
}
