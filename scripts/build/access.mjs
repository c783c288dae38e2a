// Every page has to know who may make which call, and no page needs every decoder, form rule and message for that. So
// in the browser the contract's table of calls has only the fields that src/shared/contract/access.ts tells of. No
// decoder has a schema there either: those are for the OpenAPI document.

import path from 'node:path';
import { importBundled } from './importBundled.mjs';

const contract = 'src/shared/contract';

export const withoutSchemas = {
  name: 'without-schemas',
  setup(build) {
    const nothing = 'export function setSchema() {} export function nullable() {} export function announcedAs() {}';
    build.onLoad({ filter: /[/\\]contract[/\\]schema\.ts$/ }, () => ({ contents: nothing }));
  },
};

export function accessPlugin({ absWorkingDir }) {
  return {
    name: 'access',
    setup(build) {
      build.onLoad({ filter: /[/\\]contract[/\\]calls\.ts$/ }, async () => {
        const { calls } = await importBundled(absWorkingDir, `${contract}/calls.ts`);
        return { contents: textOf(calls), watchDirs: [path.join(absWorkingDir, contract)] };
      });
    },
  };
}

/** The calls with the same rights stand together, which is shorter. */
function textOf(calls) {
  const groups = Map.groupBy(Object.entries(calls), ([, { needs, orNeeds, reach, feature }]) =>
    JSON.stringify({ needs, orNeeds, reach, feature }),
  );
  const rows = [...groups].map(([rights, entries]) => `[${rights}, '${entries.map(([key]) => key).join()}']`);
  return `export const calls = {};
for (const [rights, keys] of [${rows.join(',\n')}]) for (const key of keys.split(',')) calls[key] = rights;`;
}
