// Splits a multipart body. A boundary counts only at the beginning of a line and as the whole line: a picture may
// contain it anywhere else. Parts are views into the body; nothing is copied.

export interface Part {
  /** As in its headers; empty if it has none. */
  readonly contentType: string;
  readonly isFile: boolean;
  readonly body: Buffer;
}

/** What a request says in text: its body, or its parts without files and pictures. */
export function messagesIn(contentType: string, body: Buffer): readonly Buffer[] {
  const boundary = boundaryOf(contentType, body);
  const parts = boundary ? partsOf(body, boundary) : [];
  if (parts.length === 0) return [body];
  return parts.filter((part) => !part.isFile && !part.contentType.startsWith('image/')).map((part) => part.body);
}

const maxParts = 20;
const maxHeaders = 4096;
const lineEnd = Buffer.from('\r\n');
const headersEnd = Buffer.from('\r\n\r\n');

/** The boundary that the content type names, or else that of the body's first line; '' if there is none. */
export function boundaryOf(contentType: string, body: Buffer): string {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;,"]{1,70}))/i.exec(contentType) ?? [];
  const named = quoted ?? plain ?? '';
  if (named) return named;
  const firstLine = body.subarray(0, Math.max(0, body.subarray(0, 80).indexOf(lineEnd))).toString('latin1');
  return /^--[^\s"]{1,70}$/.test(firstLine) ? firstLine.slice(2) : '';
}

/** A part without an end reaches to the end of the body. */
export function partsOf(body: Buffer, boundary: string): Part[] {
  const parts: Part[] = [];
  let start = nextLine(body, boundary, 0);
  while (start !== undefined && !start.isLast && parts.length < maxParts) {
    const next = nextLine(body, boundary, start.after);
    const part = partIn(body.subarray(start.after, next?.before ?? body.length));
    if (part) parts.push(part);
    start = next;
  }
  return parts;
}

interface BoundaryLine {
  /** Where the part before it ends, and where the next one begins: with the end of this line. */
  readonly before: number;
  readonly after: number;
  readonly isLast: boolean;
}

function nextLine(body: Buffer, boundary: string, from: number): BoundaryLine | undefined {
  const mark = Buffer.from(`--${boundary}`, 'latin1');
  for (let at = body.indexOf(mark, from); at >= 0; at = body.indexOf(mark, at + 1)) {
    const before = at === 0 ? 0 : at - lineEnd.length;
    const beginsLine = at === 0 || (before >= from && startsWith(body, before, lineEnd));
    const after = at + mark.length;
    const isLast = body.toString('latin1', after, after + 2) === '--';
    if (beginsLine && (isLast || startsWith(body, after, lineEnd))) return { before, after, isLast };
  }
  return undefined;
}

const startsWith = (body: Buffer, at: number, bytes: Buffer) => body.subarray(at, at + bytes.length).equals(bytes);

/** It begins with the end of the boundary's line, so that one without headers has an empty line, too. */
function partIn(bytes: Buffer): Part | undefined {
  const end = bytes.subarray(0, maxHeaders).indexOf(headersEnd);
  if (end < 0) return undefined;
  const headers = bytes.toString('latin1', 0, end);
  return {
    contentType: (/^content-type:[ \t]*([^\r\n;]*)/im.exec(headers)?.[1] ?? '').trim().toLowerCase(),
    isFile: /^content-disposition:[^\r\n]*;[ \t]*filename\*?=/im.test(headers),
    body: bytes.subarray(end + headersEnd.length),
  };
}
