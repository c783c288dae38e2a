// `npm run openapi`: writes the API's OpenAPI document to build/openapi.json, and the one for only the specification's
// calls to build/openapi-specification.json, or both to another given folder.
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { readOptions } from './readOptions.mjs';
import { withBundle } from './withBundle.mjs';

const { positionals } = readOptions(import.meta.filename, { allowPositionals: true });
const folder = path.resolve(positionals[0] ?? 'build');
const documents = await withBundle('server/app/openApi.ts', ({ openApi, openApiSpecification }) => ({
  'openapi.json': openApi(),
  'openapi-specification.json': openApiSpecification(),
}));
await mkdir(folder, { recursive: true });
for (const [name, document] of Object.entries(documents)) {
  const text = `${JSON.stringify(document, null, 2)}\n`;
  await writeFile(path.join(folder, name), text);
  const size = Math.round(text.length / 1024);
  console.log(`${path.join(folder, name)}: ${Object.keys(document.paths).length} paths, ${size} KiB`);
}
