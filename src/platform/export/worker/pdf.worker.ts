// Also writes Excel files, for users who choose Excel when the PDF lacks glyphs.

import { fontFilesAt } from '../pdf/fonts.ts';
import { createPdfWriter } from '../pdf/writer.ts';
import { createExcelWriter } from '../xlsx/writer.ts';
import { createBuilder } from './builder.ts';
import { serveBuilder } from './serve.ts';

// Relative to assets/, from where this script is served.
const fonts = fontFilesAt(new URL('../fonts/', import.meta.url).href);
serveBuilder(createBuilder({ excel: createExcelWriter(), pdf: createPdfWriter(fonts) }));
