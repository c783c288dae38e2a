// Every page has to know who may make which call, but does not need every decoder, form rule and message for that. So
// in the browser, the contract's table of calls only has the fields that src/shared/contract/access.ts uses. Decoders
// have no schemas there either, as these are for the OpenAPI document.

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

const methods = ['GET', 'POST', 'PUT', 'DELETE'];

/**
 * Writes a line for each group of calls with the same rights: what they need, and their paths by method. Every page
 * loads this, so the format is chosen to be short when compressed.
 */
function textOf(calls) {
  const groups = Map.groupBy(Object.keys(calls), (key) => {
    const { needs = '', orNeeds = '', reach = '', feature = '' } = calls[key];
    return [needs, orNeeds, reach, feature].join(' ');
  });
  const lines = [...groups].map(([rights, keys]) => {
    const paths = methods.map((method) => keys.filter((key) => key.startsWith(`${method} `)).map(pathOf));
    return `${rights} ${paths.join(' ')}`.trimEnd();
  });
  return `export const calls = {};
const methods = ${JSON.stringify(methods)};
for (const line of ${JSON.stringify(lines)}) {
  const [needs, orNeeds, reach, feature, ...paths] = line.split(' ');
  paths.forEach((list, index) => {
    for (const path of list.split(',')) calls[methods[index] + ' /' + path] = { needs, orNeeds, reach, feature };
  });
}`;
}

const pathOf = (key) => key.slice(key.indexOf('/') + 1);
