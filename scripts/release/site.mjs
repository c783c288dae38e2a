// Puts the console of this release into a web server's folder, with the settings in its site.json, and keeps what the
// deployer added there: site.json, fonts and .well-known/. A new folder is complete before it replaces the old one.
//
//   node site.mjs /var/www/rollcall [previous folder, if different]
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const isText = (value) => typeof value === 'string' && value.trim() !== '';
const isApi = (value) =>
  isText(value) && (/^\/(?!\/)/.test(value) || (/^https?:\/\//.test(value) && URL.canParse(value)));
/** Settings in site.json: whether a value is valid, and what it has to be. */
const settings = {
  brand: [isText, 'a name'],
  api: [isApi, 'a path, or an address with https://'],
  policy: [(value) => typeof value === 'boolean', 'true or false'],
  base: [(value) => isText(value) && /^\/(?:.*\/)?$/.test(value), 'a path that begins and ends with a slash'],
};

/** The policy that the reference server sends, except frame-ancestors, which browsers only accept in a header. */
const policy =
  "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; " +
  "worker-src 'self'; font-src 'self'; object-src 'none'; base-uri 'self'; form-action 'self'; " +
  "require-trusted-types-for 'script'; trusted-types rollcall";

const carried = ['site.json', '.well-known'];

const [, , target, before = target] = process.argv;
if (!target || target.startsWith('-')) stop('Name the folder of the web server: node site.mjs /var/www/rollcall');
const folder = path.resolve(target);
const former = path.resolve(before);
const built = ['dist', '../../dist']
  .map((name) => path.join(import.meta.dirname, name))
  .find((name) => existsSync(name));
if (!built) stop('There is no console. Build it with: npm run build');
const [fresh, old] = [`${folder}.prepared`, `${folder}.replaced`];
// A run that was interrupted had not put the new one there.
if (!existsSync(folder) && existsSync(old)) renameSync(old, folder);
if (before !== target && !existsSync(former)) stop(`There is no folder ${former}`);
if (existsSync(folder) && !statSync(folder).isDirectory()) stop(`${folder} is not a folder`);
const lost = lostFrom(folder);
if (lost) stop(`${folder} has ${lost}, which is not Rollcall's: name a folder of its own`);

const chosen = readSettings(path.join(former, 'site.json'));
const otherOrigins = /^https?:/.test(chosen.api ?? '') ? [new URL(chosen.api).origin] : [];
const ownPolicy = policy.replace("connect-src 'self'", (self) => [self, ...otherOrigins].join(' '));
for (const each of [fresh, old]) rmSync(each, { recursive: true, force: true });
cpSync(built, fresh, { recursive: true });
carryOver();
for (const name of readdirSync(fresh, { recursive: true })) if (name.endsWith('.html')) edit(name);
if (existsSync(folder)) renameSync(folder, old);
renameSync(fresh, folder);
rmSync(old, { recursive: true, force: true });
console.log(describe());

/** Finds a file that would be lost: not carried over, nor part of a console, whose pages differ between releases. */
function lostFrom(place) {
  const names = existsSync(place) ? readdirSync(place).filter((name) => !carried.includes(name)) : [];
  const isPage = (name) => existsSync(path.join(name, 'index.html')) && readdirSync(name).length === 1;
  const index = path.join(place, 'index.html');
  const isConsole = existsSync(index) && readFileSync(index, 'utf8').includes('<meta name="api-base"');
  return names.find((name) => !isConsole || !(existsSync(path.join(built, name)) || isPage(path.join(place, name))));
}

function readSettings(file) {
  if (!existsSync(file)) return {};
  let found;
  try {
    found = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    stop(`${file} is no JSON: ${error.message}`);
  }
  if (typeof found !== 'object' || found === null || Array.isArray(found)) stop(`${file} must be an object`);
  for (const [name, value] of Object.entries(found)) {
    if (!Object.hasOwn(settings, name)) stop(`${file}: there is no setting '${name}'`);
    const [isRight, what] = settings[name];
    if (!isRight(value)) stop(`${file}: ${name} must be ${what}`);
  }
  return found;
}

/** Carries over what the deployer added. A font that is in no release also needs its line in fonts.txt. */
function carryOver() {
  for (const name of carried) {
    const mine = path.join(former, name);
    if (existsSync(mine)) cpSync(mine, path.join(fresh, name), { recursive: true });
  }
  const [mine, theirs] = [path.join(former, 'fonts'), path.join(fresh, 'fonts')];
  const added = existsSync(mine) ? readdirSync(mine).filter((name) => !existsSync(path.join(theirs, name))) : [];
  for (const name of added) cpSync(path.join(mine, name), path.join(theirs, name));
  const list = path.join(theirs, 'fonts.txt');
  const lines = linesOf(path.join(mine, 'fonts.txt')).filter((line) => added.includes(line));
  if (lines.length > 0) writeFileSync(list, `${[...linesOf(list), ...lines].join('\n')}\n`);
}

function linesOf(file) {
  return existsSync(file) ? readFileSync(file, 'utf8').split(/\r?\n/).filter(Boolean) : [];
}

/** Writes the settings into a page. If it was edited before, its lines are replaced. */
function edit(name) {
  const file = path.join(fresh, name);
  const { brand, api, base } = chosen;
  const lines = ['<meta charset="utf-8">'];
  if (base && name === 'index.html') lines.push(`<base href="${escaped(base)}">`);
  if (chosen.policy) lines.push(`<meta http-equiv="Content-Security-Policy" content="${escaped(ownPolicy)}">`);
  const page = readFileSync(file, 'utf8')
    .replace(/\n *<(?:base|meta http-equiv="Content-Security-Policy")[^>]*>/g, '')
    .replace(lines[0], () => lines.join('\n  '))
    .replace(/(?<=<meta name="brand" content=")[^"]*/, (former) => (brand ? escaped(brand) : former))
    .replace(/(?<=<meta name="api-base" content=")[^"]*/, (former) => (api ? escaped(api) : former));
  writeFileSync(file, page);
}

function escaped(text) {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

function describe() {
  const names = Object.keys(chosen).join(', ') || 'none';
  const [origin] = otherOrigins;
  const hint = origin && !chosen.policy ? `\nLet the web server's policy allow it: connect-src 'self' ${origin}` : '';
  return `${folder} has this release. Settings: ${names}${hint}`;
}

function stop(sentence) {
  console.error(sentence);
  process.exit(1);
}
