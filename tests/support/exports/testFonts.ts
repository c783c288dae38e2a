// The site's fonts, for PDFs that are written outside of a browser.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { FontFiles } from '../../../src/platform/export/pdf/fonts.ts';

const folder = path.resolve(import.meta.dirname, '../../../node_modules/dejavu-fonts-ttf/ttf');

/** `fontsRead` gets the names of the fonts that a PDF needed. */
export const testFonts = (fontsRead: string[] = []): FontFiles => ({
  names: async () => ['DejaVuSans.ttf'],
  async read(name) {
    fontsRead.push(name);
    const { buffer, byteOffset, length } = readFileSync(path.join(folder, name));
    return new Uint8Array(buffer, byteOffset, length).slice().buffer;
  },
});
