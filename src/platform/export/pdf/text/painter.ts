// Draws words whose letters change with their neighbours: the browser shapes them, and the PDF gets a picture. Outside
// a browser's worker such letters have no glyphs.

import type { OpenFont } from './openFont.ts';

/** Of the table, in points. */
export const textSize = 8;
export const textLeading = 11.5;
/** Below the top of a line. */
export const textBaseline = textLeading * 0.8;

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

/** Pixels per point: enough for print at this size. */
const scale = 5;

export function createPainter(): Painter | undefined {
  if (typeof OffscreenCanvas === 'undefined' || typeof FontFace === 'undefined') return undefined;
  const canvas = new OffscreenCanvas(1, 1);

  function contextFor(font: string): OffscreenCanvasRenderingContext2D {
    const context = canvas.getContext('2d', { willReadFrequently: true });
    if (!context) throw new Error('This browser cannot draw letters for the PDF');
    context.font = `${textSize * scale}px "${font}"`;
    return context;
  }

  return {
    async add({ name, bytes }) {
      const face = new FontFace(name, bytes);
      await face.load();
      workerFonts()?.add(face);
    },
    widthOf: (font, text) => contextFor(font).measureText(text).width / scale,
    paint(font, text) {
      canvas.width = Math.max(1, Math.ceil(contextFor(font).measureText(text).width));
      canvas.height = Math.ceil(textLeading * scale);
      const context = contextFor(font);
      context.fillText(text, 0, textBaseline * scale);
      return onWhite(context.getImageData(0, 0, canvas.width, canvas.height));
    },
  };
}

/** jspdf takes no transparency in RGBA pictures. */
function onWhite({ data, width, height }: ImageData): Picture {
  for (let at = 0; at < data.length; at += 4) {
    const shade = 255 - (data[at + 3] ?? 0);
    data.fill(shade, at, at + 3);
    data[at + 3] = 255;
  }
  return { data, width, height };
}

/** TypeScript's types of a page do not include a worker's fonts. */
function workerFonts(): FontFaceSet | undefined {
  return 'fonts' in self && self.fonts instanceof FontFaceSet ? self.fonts : undefined;
}
