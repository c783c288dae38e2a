// `npm run openapi`: writes the OpenAPI document of the API to build/openapi.json, or into another folder that is
// named.
import './closedOutput.mjs';
import './build/requireNode.mjs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { withBundle } from './withBundle.mjs';

const folder = path.resolve(process.argv[2] ?? 'build');
const document = await withBundle('server/app/openApi.ts', ({ openApi }) => openApi());
await mkdir(folder, { recursive: true });
await writeFile(path.join(folder, 'openapi.json'), `${JSON.stringify(document, null, 2)}\n`);
console.log(`${path.join(folder, 'openapi.json')}: ${Object.keys(document.paths).length} paths`);
