// Collects the licenses of the packages in the site and the server, which must accompany every copy.
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/** Packages with code by other authors, and the file whose comments have their notices. */
const fileOfNotices = { jspdf: 'dist/jspdf.es.js', nodemailer: 'dist/esm/punycode/index.js' };

/** Returns the text of third-party-licences.txt. `copied` names packages that the bundler does not see. */
export async function licencesOf(root, { inputs, workers = {} }, copied = []) {
  const files = [inputs, ...Object.values(workers).map((worker) => worker.inputs)].flatMap(Object.keys);
  const bundled = files.flatMap((file) => /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? []);
  const packages = [...new Set([...bundled, ...copied])].sort();
  const texts = await Promise.all(packages.map((name) => licenceOf(path.join(root, 'node_modules', name))));
  return texts.join(`\n${'-'.repeat(80)}\n\n`);
}

async function licenceOf(folder) {
  const { name, version, license, author } = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8'));
  const file = (await readdir(folder)).find((entry) => /^licen[cs]e/i.test(entry));
  const owner = typeof author === 'object' ? author.name : author;
  const text = file ? await readFile(path.join(folder, file), 'utf8') : `${license}${owner ? `, by ${owner}` : ''}\n`;
  const notices = fileOfNotices[name] ? await noticesOf(folder) : [];
  return `${[`${name} ${version}`, text.trim(), ...notices].join('\n\n')}\n`;
}

/** Returns the notices in the package in a folder, each once. */
export async function noticesOf(folder) {
  const script = await readFile(path.join(folder, fileOfNotices[path.basename(folder)]), 'utf8');
  const comments = [...script.matchAll(/^ *\/\*+([\s\S]*?)\*\//gm)].map(([, text]) => text);
  const notices = comments.filter((text) => /@license|copyright \(c\)|^copyright /im.test(text));
  return [...new Set(notices.map(plainText))];
}

/** Returns a comment's text without its asterisks. */
function plainText(comment) {
  const lines = comment.split('\n').map((line) => line.replace(/^\s*\*? ?|\s+$/g, ''));
  return lines.join('\n').replace('@license', '').trim();
}
