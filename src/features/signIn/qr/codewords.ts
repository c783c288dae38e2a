// The bytes of a QR code: the text in blocks, each with its correcting bytes, the blocks interleaved.

import { correctingBytes } from './galois.ts';
import { capacity, lengthBits, type Version } from './versions.ts';

const byteMode = 4;
const padding = [0xec, 0x11];

export function codewords(bytes: Uint8Array, version: Version): number[] {
  const data = dataOf(bytes, version);
  let from = 0;
  const blocks = version.blocks.map((length) => data.slice(from, (from += length)));
  const corrections = blocks.map((block) => correctingBytes(block, version.correcting));
  return [...interleaved(blocks), ...interleaved(corrections)];
}

function dataOf(bytes: Uint8Array, version: Version): number[] {
  const bits = [
    bitsOf(byteMode, 4),
    bitsOf(bytes.length, lengthBits(version)),
    ...[...bytes].map((byte) => bitsOf(byte, 8)),
  ];
  const size = capacity(version);
  const whole = `${bits.join('')}0000`.slice(0, size * 8);
  const used = (whole.match(/.{1,8}/g) ?? []).map((byte) => Number.parseInt(byte.padEnd(8, '0'), 2));
  return Array.from({ length: size }, (_, index) => used[index] ?? padding[(index - used.length) % 2] ?? 0);
}

const bitsOf = (value: number, length: number) => value.toString(2).padStart(length, '0');

/** The first of each, then the second of each, … */
function interleaved(blocks: readonly (readonly number[])[]): number[] {
  const longest = Math.max(...blocks.map((block) => block.length));
  return Array.from({ length: longest }, (_, index) => blocks.flatMap((block) => block[index] ?? [])).flat();
}
