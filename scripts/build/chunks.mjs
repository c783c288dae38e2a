// Esbuild makes a chunk for every set of entry points that share a module: dozens of small files. This plugin reduces
// them to few: what runs before React; what every page needs; each of the two pages that people open first, with what
// it shares with others; what the domains of the contract share, and each domain; what other screens share; and what only
// parts share that load after their screen. To get there, each lazily loaded file imports every chunk that contains
// something it needs.
import esbuild from 'esbuild';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

export const main = 'src/main.tsx';
export const shell = 'src/app/shell/Shell.tsx';
/** The pages that people open first, each with the files that it loads lazily. */
export const firstPages = {
  AttendanceScreen: ['src/features/attendance/AttendanceScreen.tsx', shell],
  LoginScreen: ['src/features/signIn/login/LoginScreen.tsx'],
};

/** What imports what, as esbuild sees it without this plugin: the `inputs` of a metafile. */
export async function graphOf(options) {
  const { metafile } = await esbuild.build({ ...options, minify: false, sourcemap: false });
  return metafile.inputs;
}

/** The folder with the domains of the contract. Each that loads lazily stays a file of its own. */
const contract = 'src/shared/contract/';

export function fewChunks(options, graph) {
  const preludes = preludesOf(graph);
  return {
    name: 'few-chunks',
    setup(build) {
      const files = [...preludes.keys()].map((file) => file.replaceAll(/[.\\]/g, '\\$&')).join('|');
      build.onLoad({ filter: new RegExp(`(?:${files})$`) }, async ({ path: file }) => {
        const source = await readFile(file, 'utf8');
        const name = path.relative(options.absWorkingDir, file).replaceAll('\\', '/');
        // Relative: an absolute path would become part of the hashes.
        const imports = (preludes.get(name) ?? []).map((other) => {
          const relative = path.posix.relative(path.posix.dirname(name), other);
          return `import ${JSON.stringify(relative.startsWith('.') ? relative : `./${relative}`)};`;
        });
        return { contents: source + imports.join(''), loader: path.extname(file) === '.tsx' ? 'tsx' : 'ts' };
      });
    },
  };
}

/** From main and each lazy file to the files that it has to import. */
function preludesOf(inputs) {
  const lazy = [...new Set(Object.values(inputs).flatMap(({ imports }) => targets(imports, 'dynamic-import')))];
  const inMain = closure(inputs, main);
  const first = new Set(
    Object.values(firstPages).flatMap((entries) => entries.flatMap((file) => [...closure(inputs, file)])),
  );
  const domains = lazy.filter((file) => file.startsWith(contract) && !first.has(file));
  const own = (entry) =>
    [...closure(inputs, entry)].filter((file) => !inMain.has(file) && !domains.includes(file) && /\.tsx?$/.test(file));
  const [daily, login] = Object.values(firstPages).map((entries) => [...new Set(entries.flatMap(own))]);
  const ofDomains = domains.flatMap(own);
  // Files that both pages use, and those that a page shares with several domains: otherwise a domain would load that page.
  const isShared = (file) => ofDomains.indexOf(file) !== ofDomains.lastIndexOf(file);
  const both = [...daily, ...login].filter((file) => isShared(file) || (daily.includes(file) && login.includes(file)));
  const groups = [daily, login].map((files) => files.filter((file) => !both.includes(file)));
  const ofFirst = [both, ...groups].flat();

  const uses = new Map();
  for (const file of lazy.flatMap(own)) uses.set(file, (uses.get(file) ?? 0) + 1);
  const groundOfDomains = [...new Set(ofDomains)].filter((file) => !ofFirst.includes(file));
  const others = [...ofFirst, ...groundOfDomains];
  const shared = [...uses.keys()].filter((file) => uses.get(file) > 1 && !others.includes(file));
  const ofScreens = new Set(lazy.filter((file) => file.endsWith('Screen.tsx')).flatMap(own));
  groups.push(
    groundOfDomains,
    shared.filter((file) => ofScreens.has(file)),
    shared.filter((file) => !ofScreens.has(file)),
  );
  const preludes = lazy.map((entry) => [entry, [main, ...both, ...wholeGroups(inputs, entry, groups)]]);
  return new Map([[main, both], ...preludes.map(([entry, files]) => [entry, files.filter((file) => file !== entry)])]);
}

/** The files of every group that contains a file which the entry needs, directly or through another group. */
function wholeGroups(inputs, entry, groups) {
  const needed = closure(inputs, entry);
  for (;;) {
    const wanted = groups.filter((group) => group.some((file) => needed.has(file))).flat();
    if (wanted.every((file) => needed.has(file))) return wanted;
    for (const file of wanted) closure(inputs, file, needed);
  }
}

const targets = (imports, kind) =>
  imports
    .filter((each) => each.kind === kind && !each.external && /^src\//.test(each.path))
    .map(({ path: file }) => file);

/** The file and everything that it imports, directly or not, in the order in which it was found. */
export function closure(inputs, file, found = new Set()) {
  if (found.has(file) || !inputs[file]) return found;
  found.add(file);
  for (const { path: target, kind } of inputs[file].imports) {
    if (kind !== 'dynamic-import') closure(inputs, target, found);
  }
  return found;
}
