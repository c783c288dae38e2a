// A PDF document to draw on. jspdf writes it; the fonts and the order of the glyphs are ours.

import { jsPDF } from 'jspdf';
import { textBaseline, textLeading, textSize, type Picture } from './text/painter.ts';
import { plainFont, type Line, type Run, type Typesetter } from './text/typesetter.ts';

export interface PdfDocument {
  addPage(): void;
  /** The width of a run, in points. */
  measure(run: Run): number;
  /** Plain text, of one or several lines, from its first baseline. */
  drawText(text: string | string[], x: number, y: number, style?: TextStyle): void;
  /** Lines one below the other from `top`. */
  drawLines(lines: readonly Line[], left: number, top: number): void;
  drawRule(left: number, right: number, y: number): void;
  output(): ArrayBuffer;
}

interface TextStyle {
  weight?: 'bold';
  size?: number;
  align?: 'right';
}

const lineHeightFactor = textLeading / textSize;

export function openDocument({ fonts, painter }: Typesetter, title: string): PdfDocument {
  const doc = new jsPDF({
    unit: 'pt',
    format: 'a4',
    orientation: 'landscape',
    compress: true,
    putOnlyUsedFonts: true,
  });
  doc.setProperties({ title });
  removeArabicPlugin(doc);
  for (const { name, bytes } of fonts) {
    doc.addFileToVFS(name, base64Of(bytes));
    doc.addFont(name, name, 'normal');
  }
  /** For each font. */
  const glyphWidths = new Map<string, Map<string, number>>();
  const placedPictures = new Set<string>();

  function setFont(font: string, weight: 'normal' | 'bold' = 'normal', size = textSize): void {
    doc.setFont(font, weight);
    doc.setFontSize(size);
  }

  function measure({ font, glyphs, isPainted }: Run): number {
    if (isPainted && painter) return painter.widthOf(font, glyphs);
    const known = glyphWidths.get(font) ?? new Map<string, number>();
    glyphWidths.set(font, known);
    let width = 0;
    for (const glyph of glyphs) {
      let own = known.get(glyph);
      if (own === undefined) {
        setFont(font);
        own = doc.getTextWidth(glyph);
        known.set(glyph, own);
      }
      width += own;
    }
    return width;
  }

  function drawGlyphs(font: string, lines: string[], left: number, top: number): void {
    setFont(font);
    // The glyphs are in visual order already, so jspdf must not reorder them.
    doc.text(lines, left, top + textBaseline, { lineHeightFactor, isInputVisual: true, isOutputVisual: true });
  }

  /** jspdf stores a picture once for each name, however often it is placed. */
  function placePicture({ font, glyphs }: Run, left: number, top: number, width: number): void {
    const name = `${font} ${glyphs}`;
    const picture = placedPictures.has(name) ? anyPicture : painter?.paint(font, glyphs);
    if (!picture) return;
    placedPictures.add(name);
    doc.addImage(picture, 'RGBA', left, top, width, textLeading, name, 'FAST');
  }

  function drawRuns(line: Line, left: number, top: number): void {
    let edge = left;
    for (const run of line) {
      const width = measure(run);
      if (run.isPainted) placePicture(run, edge, top, width);
      else drawGlyphs(run.font, [run.glyphs], edge, top);
      edge += width;
    }
  }

  return {
    addPage: () => void doc.addPage(),
    measure,
    drawText(text, x, y, { weight, size, align } = {}) {
      setFont(plainFont, weight, size);
      doc.text(text, x, y, { align, lineHeightFactor });
    },
    drawLines(lines, left, top) {
      // One call for each font, in which the lines of other fonts are empty: a call for each line takes longer and
      // makes the file half as large again.
      const fontOf = (line: Line) => (line.length === 1 && !line[0]?.isPainted ? line[0]?.font : undefined);
      for (const font of new Set(lines.map(fontOf))) {
        if (font === undefined) continue;
        const last = lines.findLastIndex((line) => fontOf(line) === font);
        const glyphs = lines.slice(0, last + 1).map((line) => (fontOf(line) === font ? (line[0]?.glyphs ?? '') : ''));
        drawGlyphs(font, glyphs, left, top);
      }
      for (const [index, line] of lines.entries()) {
        if (fontOf(line) === undefined) drawRuns(line, left, top + index * textLeading);
      }
    },
    drawRule(left, right, y) {
      doc.setLineWidth(0.5);
      doc.line(left, y, right, y);
    },
    output: () => doc.output('arraybuffer'),
  };
}

const anyPicture: Picture = { data: new Uint8ClampedArray(4), width: 1, height: 1 };

/** jspdf's own joining of Arabic drops letters and misorders mixed lines; the typesetter has done it before. */
function removeArabicPlugin({ internal: { events } }: jsPDF): void {
  for (const token of Object.keys(events.getTopics().preProcessText ?? {})) events.unsubscribe(token);
}

function base64Of(bytes: ArrayBuffer): string {
  let binary = '';
  const view = new Uint8Array(bytes);
  const piece = 0x8000;
  for (let at = 0; at < view.length; at += piece) binary += String.fromCharCode(...view.subarray(at, at + piece));
  return btoa(binary);
}
