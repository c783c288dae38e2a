// Writes what a PDF cannot: letters that change with their neighbours. The browser shapes them, and a line of them
// is placed as a picture. Only a worker of a browser can; elsewhere such letters stay without glyphs.

import type { OpenFont } from './openFont.ts';

export interface Picture {
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
}

export interface Painter {
  add(font: OpenFont): Promise<void>;
  /** In points. */
  widthOf(font: string, text: string): number;
  paint(font: string, text: string): Picture;
}

/** Dots a point: enough for print at the size of a table. */
const scale = 5;

/** The size of the letters and the height of a line, in points; the baseline is where jspdf's is. */
export function createPainter(size: number, leading: number): Painter | undefined {
  if (typeof OffscreenCanvas === 'undefined' || typeof FontFace === 'undefined') return undefined;
  const sheet = new OffscreenCanvas(1, 1);

  function pen(font: string): OffscreenCanvasRenderingContext2D {
    const context = sheet.getContext('2d', { willReadFrequently: true });
    if (!context) throw new Error('This browser cannot draw letters for the PDF');
    context.font = `${size * scale}px "${font}"`;
    return context;
  }

  return {
    async add({ name, bytes }) {
      const face = new FontFace(name, bytes);
      await face.load();
      workerFonts()?.add(face);
    },
    widthOf: (font, text) => pen(font).measureText(text).width / scale,
    paint(font, text) {
      sheet.width = Math.max(1, Math.ceil(pen(font).measureText(text).width));
      sheet.height = Math.ceil(leading * scale);
      const context = pen(font);
      context.fillText(text, 0, leading * 0.8 * scale);
      return onPaper(context.getImageData(0, 0, sheet.width, sheet.height));
    },
  };
}

/** Ink on white: jspdf knows no transparent pictures of this kind. */
function onPaper({ data, width, height }: ImageData): Picture {
  for (let at = 0; at < data.length; at += 4) {
    const shade = 255 - (data[at + 3] ?? 0);
    data.fill(shade, at, at + 3);
    data[at + 3] = 255;
  }
  return { data, width, height };
}

/** The types of a page do not know that a worker has fonts of its own. */
function workerFonts(): FontFaceSet | undefined {
  return 'fonts' in self && self.fonts instanceof FontFaceSet ? self.fonts : undefined;
}
