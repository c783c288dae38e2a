// Third-party code inside the packages we ship, which no package.json names. A notice that is not listed here fails the
// audit, as a new version may have brought new code.
import path from 'node:path';
import { root } from '../../esbuild.config.mjs';
import { noticesOf } from '../build/licences.mjs';

/** Per package: each author's code, its SPDX license (or the author's own words), and a pattern for its notice. */
export const embedded = {
  jspdf: [
    { name: 'rgbcolor', author: 'Stoyan Stefanov', words: 'Use it if you like it', notice: /Stoyan Stefanov/ },
    { name: 'md5', author: 'Joseph Myers', words: 'No licence specified', notice: /Joseph Myers/ },
    { name: 'fpdf-protection', author: 'FPDF', words: 'No usage restriction', notice: /FPDF is released/ },
    { name: 'omggif', author: 'Dean McNamee', licence: 'MIT', notice: /Dean McNamee/ },
    { name: 'jpeg-encoder', author: 'Adobe Systems', licence: 'BSD-3-Clause', notice: /2008, Adobe Systems/ },
    { name: 'webp-riff-parser', author: 'Dominik Homberger', licence: 'MIT', notice: /Dominik Homberger/ },
    { name: 'core-14-font-metrics', author: 'Adobe Systems', licence: 'APAFML', notice: /1989.*Adobe Systems/ },
    { name: 'bidi-engine', author: 'Alex Shensis', licence: 'MIT', notice: /Alex Shensis/ },
    {
      name: 'jspdf-plugins',
      author: 'contributors to jspdf',
      licence: 'MIT',
      notice:
        /James Hall|Owen Leong|Steven Spungin|Aras Abbasi|Youssef Beddad|Antti Palola|Willow Systems|Eduardo Menezes|Jussi Utunen|jsPDF [\w ]+ (?:Plugin|functionality)|^Licensed under the MIT License/i,
    },
  ],
  nodemailer: [{ name: 'punycode', author: 'Mathias Bynens', licence: 'MIT', notice: /Mathias Bynens/ }],
};

/** Returns where the list above and the notices in the installed packages disagree. */
export async function wrongNotices() {
  const all = await Promise.all(
    Object.entries(embedded).map(async ([name, parts]) => {
      const notices = await noticesOf(path.join(root, 'node_modules', name));
      const unknown = notices.filter((text) => !parts.some(({ notice }) => notice.test(text)));
      const gone = parts.filter(({ notice }) => !notices.some((text) => notice.test(text)));
      return [
        ...unknown.map((text) => `${name} has a notice that is not reviewed: ${text.split('\n')[0]}`),
        ...gone.map((part) => `${name} no longer has the notice of ${part.name}`),
      ];
    }),
  );
  return all.flat();
}
