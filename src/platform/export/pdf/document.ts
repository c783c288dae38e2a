// PDF document to draw on, written by jspdf. The typesetter has already chosen fonts and ordered glyphs.

import { jsPDF } from 'jspdf';
import {
  type Line,
  type Painter,
  type Picture,
  plainFont,
  type Run,
  type Typesetter,
  textBaseline,
  textLeading,
  textSize,
} from './text/typesetter.ts';

interface TextStyle {
  weight?: 'bold';
  size?: number;
  align?: 'right';
}

interface DocumentOptions {
  title: string;
  author: string;
  orientation?: 'portrait' | 'landscape';
}

const lineHeightFactor = textLeading / textSize;
const anyPicture: Picture = { data: new Uint8ClampedArray(4), width: 1, height: 1 };

export class PdfDocument {
  readonly #doc: jsPDF;
  readonly #painter: Painter | undefined;
  readonly #glyphWidths = new Map<string, Map<string, number>>();
  readonly #placedPictures = new Set<string>();

  constructor({ title, author, orientation = 'landscape' }: DocumentOptions, { fonts, painter }: Typesetter) {
    this.#doc = new jsPDF({ unit: 'pt', format: 'a4', orientation, compress: true, putOnlyUsedFonts: true });
    this.#painter = painter;
    this.#doc.setProperties({ title, author, creator: 'Rollcall' });
    // Makes PDF readers show the title instead of the file's name, and tells screen readers the language.
    this.#doc.setLanguage('en');
    this.#doc.viewerPreferences({ DisplayDocTitle: true });
    removeArabicPlugin(this.#doc);
    for (const { name, bytes } of fonts) {
      this.#doc.addFileToVFS(name, base64Of(bytes));
      this.#doc.addFont(name, name, 'normal');
    }
  }

  addPage(): void {
    this.#doc.addPage();
  }

  /** Draws plain text, of one or several lines, from its first baseline. */
  drawText(text: string | string[], x: number, y: number, { weight, size, align }: TextStyle = {}): void {
    this.#setFont(plainFont, weight, size);
    this.#doc.text(text, x, y, { align, lineHeightFactor });
  }

  /** Draws lines one below the other. */
  drawLines(lines: readonly Line[], left: number, top: number): void {
    // One call per font, with empty lines in place of other fonts' lines: a call per line is slower and makes the file
    // half as large again.
    const fontOf = (line: Line) => (line.length === 1 && !line[0]?.isPainted ? line[0]?.font : undefined);
    for (const font of new Set(lines.map(fontOf))) {
      if (font === undefined) continue;
      const last = lines.findLastIndex((line) => fontOf(line) === font);
      const glyphs = lines.slice(0, last + 1).map((line) => (fontOf(line) === font ? (line[0]?.glyphs ?? '') : ''));
      this.#drawGlyphs(font, glyphs, left, top);
    }
    for (const [index, line] of lines.entries()) {
      if (fontOf(line) === undefined) this.#drawRuns(line, left, top + index * textLeading);
    }
  }

  drawRule(left: number, right: number, y: number): void {
    this.#doc.setLineWidth(0.5);
    this.#doc.line(left, y, right, y);
  }

  /** Returns the width of a run in points. */
  measure({ font, glyphs, isPainted }: Run): number {
    if (isPainted && this.#painter) return this.#painter.widthOf(font, glyphs);
    const widths = this.#glyphWidths.get(font) ?? new Map<string, number>();
    this.#glyphWidths.set(font, widths);
    let width = 0;
    for (const glyph of glyphs) {
      let own = widths.get(glyph);
      if (own === undefined) {
        this.#setFont(font);
        own = this.#doc.getTextWidth(glyph);
        widths.set(glyph, own);
      }
      width += own;
    }
    return width;
  }

  output(): ArrayBuffer {
    return this.#doc.output('arraybuffer');
  }

  #setFont(font: string, weight: 'normal' | 'bold' = 'normal', size = textSize): void {
    this.#doc.setFont(font, weight);
    this.#doc.setFontSize(size);
  }

  #drawRuns(line: Line, left: number, top: number): void {
    let edge = left;
    for (const run of line) {
      const width = this.measure(run);
      if (run.isPainted) this.#placePicture(run, edge, top, width);
      else this.#drawGlyphs(run.font, [run.glyphs], edge, top);
      edge += width;
    }
  }

  #drawGlyphs(font: string, lines: string[], left: number, top: number): void {
    this.#setFont(font);
    // Glyphs are already in visual order, so jspdf must not reorder them.
    const isVisual = { isInputVisual: true, isOutputVisual: true };
    this.#doc.text(lines, left, top + textBaseline, { lineHeightFactor, ...isVisual });
  }

  /** jspdf stores a picture once per name, however often it is placed. */
  #placePicture({ font, glyphs }: Run, left: number, top: number, width: number): void {
    const name = `${font} ${glyphs}`;
    const picture = this.#placedPictures.has(name) ? anyPicture : this.#painter?.paint(font, glyphs);
    if (!picture) return;
    this.#placedPictures.add(name);
    this.#doc.addImage(picture, 'RGBA', left, top, width, textLeading, name, 'FAST');
  }
}

/** jspdf's own Arabic joining drops letters and misorders mixed lines. The typesetter has already done it. */
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
