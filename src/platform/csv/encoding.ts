// The encoding of a file. What is not valid UTF-8 comes from an older Excel, which writes Windows-1252.

import { CsvError } from './csvError.ts';
import { inSlices, type SliceOptions } from './inSlices.ts';

export const encodings = ['utf-8', 'windows-1252'] as const;
export type Encoding = (typeof encodings)[number];

const sliceBytes = 1_000_000;

export async function detectEncoding(bytes: Uint8Array, options: SliceOptions = {}): Promise<Encoding> {
  assertText(bytes);
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    await inSlices(slicesOf(bytes), (slice) => void decoder.decode(slice, { stream: true }), options);
    decoder.decode();
    return 'utf-8';
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return 'windows-1252';
  }
}

function* slicesOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += sliceBytes) yield bytes.subarray(from, from + sliceBytes);
}

const beginnings = {
  zip: [0x50, 0x4b, 0x03, 0x04],
  oldExcel: [0xd0, 0xcf, 0x11, 0xe0],
  utf16: [0xff, 0xfe],
  utf16BigEndian: [0xfe, 0xff],
  byteOrderMark: [0xef, 0xbb, 0xbf],
} as const;

const beginsWith = (bytes: Uint8Array, name: keyof typeof beginnings) =>
  beginnings[name].every((byte, index) => bytes[index] === byte);

/** How many bytes of a byte order mark come before the first row. */
export const markLength = (bytes: Uint8Array): number =>
  beginsWith(bytes, 'byteOrderMark') ? beginnings.byteOrderMark.length : 0;

function assertText(bytes: Uint8Array): void {
  if (bytes.length === 0) throw new CsvError('The file is empty.');
  if (beginsWith(bytes, 'zip') || beginsWith(bytes, 'oldExcel')) {
    throw new CsvError(
      'This is a workbook, not a CSV file. Save it as CSV UTF-8, or copy its cells and paste them here.',
    );
  }
  if (beginsWith(bytes, 'utf16') || beginsWith(bytes, 'utf16BigEndian')) {
    throw new CsvError('This file is in UTF-16. Save it as CSV UTF-8, or copy its cells and paste them here.');
  }
  if (bytes.subarray(0, 10_000).includes(0)) throw new CsvError('This is not a text file.');
}
