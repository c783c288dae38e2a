// The worker that builds PDF files, and Excel files where glyphs are missing for a PDF.

import { createBuilder } from './builder.ts';
import { fontFilesAt } from '../pdf/fonts.ts';
import { createPdfMaker } from '../pdf/pdfMaker.ts';
import { serveBuilder } from './serveBuilder.ts';

// This script stands in assets/, beside the site's folder of fonts.
serveBuilder(createBuilder(createPdfMaker(fontFilesAt(new URL('../fonts/', import.meta.url).href))));
