// Esbuild makes a chunk for every set of entry points that share a module: hundreds of small files. This plugin merges
// them into a few. Separate chunks remain for what runs before React, what shell and login page share, and what
// requests the first records. Others are merged as long as a request costs more than the bytes that some screens then
// load needlessly. To this end, each lazily loaded file imports every chunk that contains something it needs.

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import esbuild from 'esbuild';

export const main = 'src/main.tsx';
export const shell = 'src/app/shell/Shell.tsx';
/** Modules that run before React, on every page and on pages for signed-in users. */
const entry = 'src/entry.ts';
export const ahead = 'src/app/ahead.ts';
const login = 'src/features/signIn/login/LoginScreen.tsx';
const attendance = 'src/features/attendance/AttendanceScreen.tsx';

/** Bytes of minified code that load in the time of an additional request. */
const request = 2_400;
/** Files of the screens that people open first and most often. */
export const first = [attendance, shell, login, 'src/shared/contract/attendance.ts'];
/** Returns the weight of a lazily loaded file. One that is neither opened first nor a screen is part of a screen. */
const weightOf = (file) => (first.includes(file) ? 10 : file.endsWith('Screen.tsx') ? 1 : 0.1);

/** Returns imports and sizes as esbuild sees them without this plugin: the `inputs` of a metafile. */
export async function graphOf(options) {
  // Workers would take half of this build's time, and share no chunk.
  const plugins = options.plugins.filter(({ name }) => name !== 'worker');
  const { metafile } = await esbuild.build({ ...options, plugins, external: ['worker:*'], sourcemap: false });
  const { inputs, outputs } = metafile;
  for (const input of Object.values(inputs)) input.size = 0; // remains for files whose exports are all inlined
  for (const output of Object.values(outputs)) {
    for (const [file, { bytesInOutput }] of Object.entries(output.inputs)) inputs[file].size = bytesInOutput;
  }
  return inputs;
}

export function fewChunks(options, graph) {
  const preludes = preludesOf(graph);
  return {
    name: 'few-chunks',
    setup(build) {
      const files = [...preludes.keys()].map((file) => file.replaceAll(/[.\\]/g, '\\$&')).join('|');
      build.onLoad({ filter: new RegExp(`(?:${files})$`) }, async ({ path: file }) => {
        const source = await readFile(file, 'utf8');
        const name = path.relative(options.absWorkingDir, file).replaceAll('\\', '/');
        // Relative, as an absolute path would become part of the hashes.
        const imports = (preludes.get(name) ?? []).map((other) => {
          const relative = path.posix.relative(path.posix.dirname(name), other);
          return `import ${JSON.stringify(relative.startsWith('.') ? relative : `./${relative}`)};`;
        });
        return { contents: source + imports.join(''), loader: path.extname(file) === '.tsx' ? 'tsx' : 'ts' };
      });
    },
  };
}

/** Returns the files that main and each lazily loaded file must import. */
function preludesOf(inputs) {
  const lazy = [...new Set(Object.values(inputs).flatMap(({ imports }) => targets(imports, 'dynamic-import')))];
  const ofLogin = closure(inputs, login);
  const ofAttendance = closure(inputs, shell).union(closure(inputs, attendance));
  const everywhere = [...ofAttendance].filter((file) => ofLogin.has(file) && file.startsWith('src/'));
  const inMain = new Set([...closure(inputs, main), ...everywhere]);
  /** Runs without React, and so imports nothing from main. */
  const early = new Set([...closure(inputs, ahead)].filter((file) => !inMain.has(file)));
  const ofEntry = closure(inputs, entry);
  /** Used both before React and with it, and so put into a chunk that every page has rather than an additional one. */
  const withEntry = [...closure(inputs, ahead)].filter((file) => inMain.has(file) && !ofEntry.has(file));
  const users = new Map();
  for (const user of lazy) {
    for (const file of closure(inputs, user)) {
      if (inMain.has(file) || early.has(file) || !file.startsWith('src/')) continue;
      users.set(file, [...(users.get(file) ?? []), user]);
    }
  }
  const shared = [...users.keys()].filter((file) => users.get(file).length > 1);
  const groups = [...Map.groupBy(shared, (file) => users.get(file).join()).values()].map((files) => ({
    files,
    users: new Set(users.get(files[0])),
    size: files.reduce((sum, file) => sum + inputs[file].size, 0),
  }));
  const chunks = merged(groups, inputs);
  const imports = lazy.map((user) => {
    if (user === ahead) return [ahead, [entry]];
    const files = chunks.filter((chunk) => chunk.users.has(user)).flatMap((chunk) => chunk.files);
    const needsEarly = [user, ...files].some((file) => !closure(inputs, file).isDisjointFrom(early));
    return [user, [main, ...(needsEarly ? early : []), ...files].filter((file) => file !== user)];
  });
  return new Map([[entry, withEntry], [main, everywhere], ...imports]);
}

/** Merges groups of files, smallest first, each with the one that saves the most. */
function merged(groups, inputs) {
  const signedIn = screensInShell(inputs);
  /** Returns the files that load a group. Every screen also loads what the shell needs. */
  const loads = (users) => (users.has(shell) ? users.union(signedIn) : users);
  const groupOf = new Map(groups.flatMap((group) => group.files.map((file) => [file, group])));

  /** Returns these groups and all that they import, directly or indirectly. */
  function needed(some, found = new Set()) {
    for (const group of some) {
      if (!group || found.has(group)) continue;
      found.add(group);
      const imported = group.files.flatMap((file) => targets(inputs[file].imports, 'import-statement'));
      needed(new Set(imported.map((file) => groupOf.get(file))), found);
    }
    return found;
  }

  const closures = new Map(groups.flatMap(({ files }) => files.map((file) => [file, closure(inputs, file)])));
  /** Whether a lazily loaded file may import a group. It cannot if the group imports it. */
  const canImport = (user, { files }) => !files.some((file) => file !== user && closures.get(file).has(user));

  /**
   * Returns the bytes that merging two groups into one chunk saves across all screens and parts of screens, or 0 if it
   * saves no more than `least`.
   */
  function bytesSaved(one, other, least) {
    const both = loads(one.users).intersection(loads(other.users));
    if (both.size === 0) return 0;
    const users = one.users.union(other.users);
    let saved = 0;
    for (const user of both) saved += request * weightOf(user);
    if (saved <= least) return 0; // what follows only makes it less
    for (const group of needed([one, other])) {
      if (![...users.difference(group.users)].every((user) => canImport(user, group))) return 0;
      const size = group.size + (group === one || group === other ? 0 : request);
      const needless = loads(group.users.union(users)).difference(loads(group.users));
      if (first.some((file) => needless.has(file))) return 0;
      for (const user of needless) saved -= size * weightOf(user);
    }
    return saved;
  }

  const chunks = new Set(groups);
  const waiting = [...groups];
  while (waiting.length > 0) {
    waiting.sort((one, other) => other.size - one.size);
    const one = waiting.pop();
    let [partner, most] = [undefined, 0];
    for (const other of chunks) {
      const saved = other === one ? 0 : bytesSaved(one, other, most);
      if (saved > most) [partner, most] = [other, saved];
    }
    if (!partner) continue;
    chunks.delete(one);
    for (const file of one.files) groupOf.set(file, partner);
    partner.files.push(...one.files);
    partner.size += one.size;
    partner.users = partner.users.union(one.users);
    for (const group of needed([partner])) group.users = group.users.union(partner.users);
    if (!waiting.includes(partner)) waiting.push(partner);
  }
  return [...chunks];
}

/** Returns the screens of the route table, all of which are inside the shell. */
export const screensInShell = (inputs) => new Set(targets(inputs['src/app/routes.tsx'].imports, 'dynamic-import'));

const targets = (imports, kind) =>
  imports
    .filter((each) => each.kind === kind && !each.external && /^src\//.test(each.path))
    .map(({ path: file }) => file);

/** Returns a file and everything that it imports, directly or indirectly, in order of discovery. */
export function closure(inputs, file, found = new Set()) {
  if (found.has(file) || !inputs[file]) return found;
  found.add(file);
  for (const { path: target, kind } of inputs[file].imports) {
    if (kind !== 'dynamic-import') closure(inputs, target, found);
  }
  return found;
}
