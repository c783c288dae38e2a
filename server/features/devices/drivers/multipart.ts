// Splits multipart bodies. A boundary counts only as a whole line, since a picture may contain it elsewhere. Lines end
// with CRLF or LF. Parts are views into the body, not copies.

import { textIn } from './wireValues.ts';

interface Part {
  /** Value of its header; empty if missing. */
  readonly contentType: string;
  readonly body: Buffer;
}

/** The texts of a request: its body, or its parts; none if it has pictures only. */
export function messagesIn(contentType: string, body: Buffer): readonly string[] {
  const parts =
    boundariesOf(contentType, body)
      .map((boundary) => partsOf(body, boundary))
      .find(({ length }) => length > 0) ?? [];
  if (parts.length === 0) return [textIn(body).trim()];
  return parts.flatMap((part) => (isPicture(part) ? [] : textIn(part.body).trim())).filter((text) => text !== '');
}

/** Decides by type or first bytes. A file name proves nothing: some firmware also gives one to text. */
const isPicture = ({ contentType, body }: Part): boolean =>
  contentType.startsWith('image/') || /^(?:\xff\xd8|\x89PNG)/.test(body.toString('latin1', 0, 4));

const maxParts = 20;
const maxHeaders = 4096;

/** Boundaries from the content type and from the body's first line: some devices write them differently. */
export function boundariesOf(contentType: string, body: Buffer): string[] {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;,"]{1,70}))/i.exec(contentType) ?? [];
  const [firstLine = ''] = body.toString('latin1', 0, 80).split(/\r?\n/, 1);
  const written = /^--[^\s"]{1,70}$/.test(firstLine) ? firstLine.slice(2) : '';
  return [...new Set([quoted ?? plain ?? '', written])].filter(Boolean);
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

/** Finds the next boundary line: a part ends `before` it, and the next one starts `after` it. */
function nextLine(body: Buffer, boundary: string, from: number) {
  const mark = Buffer.from(`--${boundary}`, 'latin1');
  for (let at = body.indexOf(mark, from); at >= 0; at = body.indexOf(mark, at + 1)) {
    const [ended] = /\r?\n$/.exec(body.toString('latin1', Math.max(from, at - 2), at)) ?? [];
    const after = at + mark.length;
    const isLast = body.toString('latin1', after, after + 2) === '--';
    const endsLine = /^\r?\n/.test(body.toString('latin1', after, after + 2));
    if ((at === 0 || ended !== undefined) && (isLast || endsLine))
      return { before: at - (ended?.length ?? 0), after, isLast };
  }
  return undefined;
}

/** Starts at the line break after the boundary, so that a part without headers has an empty line, too. */
function partIn(bytes: Buffer): Part | undefined {
  const start = bytes.toString('latin1', 0, maxHeaders);
  const end = /\r?\n\r?\n/.exec(start);
  if (!end) return undefined;
  const headers = start.slice(0, end.index);
  return {
    contentType: (/^content-type:[ \t]*([^\r\n;]*)/im.exec(headers)?.[1] ?? '').trim().toLowerCase(),
    body: bytes.subarray(end.index + end[0].length),
  };
}
