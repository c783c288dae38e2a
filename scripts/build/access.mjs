// Every page has to know who may make which call, and no page needs every decoder, form rule and message for that. So
// in the browser the contract's table of calls has only the fields that src/shared/contract/access.ts tells of. No
// decoder has a schema there either, and no call its rules: those are for the OpenAPI document and the server.
import esbuild from 'esbuild';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

const contract = 'src/shared/contract';

/** A statement of its own, which may have several lines; or the rules of a call, in one line. */
const statement = /^( *)setSchema\((?:.*\);|.*\n(?:\1 .*\n)*\1\}\);)\n|^ {4}rules: .*,\n/gm;

export const withoutSchemas = {
  name: 'without-schemas',
  setup(build) {
    const nothing = 'export function setSchema() {} export function nullable() {} export function announcedAs() {}';
    build.onLoad({ filter: /[/\\]contract[/\\]schema\.ts$/ }, () => ({ contents: nothing }));
    // Esbuild drops a call that does nothing, but keeps apart what stands around it.
    build.onLoad({ filter: /[/\\]contract[/\\]\w+\.ts$/ }, async ({ path: file }) => {
      const source = await readFile(file, 'utf8');
      const contents = source.replace(statement, '');
      return contents === source ? undefined : { contents, loader: 'ts' };
    });
  },
};

export function accessPlugin({ absWorkingDir }) {
  return {
    name: 'access',
    setup(build) {
      build.onLoad({ filter: /[/\\]contract[/\\]calls\.ts$/ }, async () => ({
        contents: textOf(await callsOf(absWorkingDir)),
        watchDirs: [path.join(absWorkingDir, contract)],
      }));
    },
  };
}

async function callsOf(root) {
  const { outputFiles } = await esbuild.build({
    absWorkingDir: root,
    entryPoints: [`${contract}/calls.ts`],
    bundle: true,
    format: 'esm',
    write: false,
  });
  return (await import(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`)).calls;
}

/** The calls with the same rights stand together, which is shorter. */
function textOf(calls) {
  const groups = Map.groupBy(Object.entries(calls), ([, { needs, reach, feature }]) =>
    JSON.stringify({ needs, reach, feature }),
  );
  const rows = [...groups].map(([rights, entries]) => `[${rights}, '${entries.map(([key]) => key).join()}']`);
  return `export const calls = {};
for (const [rights, keys] of [${rows.join(',\n')}]) for (const key of keys.split(',')) calls[key] = rights;`;
}
