// The licences of the packages in the site, which must accompany every copy.
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/** The text of dist/third-party-licences.txt. */
export async function licencesOf(root, { inputs, workers }) {
  const files = [inputs, ...Object.values(workers).map((worker) => worker.inputs)].flatMap(Object.keys);
  const packages = new Set(files.flatMap((file) => /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? []));
  const texts = await Promise.all([...packages].sort().map((name) => licenceOf(path.join(root, 'node_modules', name))));
  return texts.join(`\n${'-'.repeat(80)}\n\n`);
}

async function licenceOf(folder) {
  const { name, version, license, author } = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8'));
  const file = (await readdir(folder)).find((entry) => /^licen[cs]e/i.test(entry));
  const owner = typeof author === 'object' ? author.name : author;
  const text = file ? await readFile(path.join(folder, file), 'utf8') : `${license}${owner ? `, by ${owner}` : ''}\n`;
  return `${name} ${version}\n\n${text.trim()}\n`;
}
