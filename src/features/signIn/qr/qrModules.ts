// A QR code as its modules: true is dark. It needs no library: the links of authenticator apps need one mode and one level
// of correction.

import { codewords } from './codewords.ts';
import { versionFor, type Version } from './versions.ts';

/** A module that is not set yet is undefined. */
type Grid = (boolean | undefined)[][];

/** For ASCII, since readers guess how other letters are encoded. Undefined for a text of more than 520 of them. */
export function qrModules(text: string): boolean[][] | undefined {
  const bytes = new TextEncoder().encode(text);
  const version = versionFor(bytes.length);
  if (!version) return undefined;
  const fixed = fixedPatterns(version);
  placeBits(fixed, codewords(bytes, version));
  return fixed.map((row) => row.map((dark) => dark === true));
}

const set = (grid: Grid, row: number, column: number, dark: boolean) => {
  const cells = grid[row];
  if (cells && column >= 0 && column < cells.length) cells[column] = dark;
};

function fixedPatterns(version: Version): Grid {
  const size = 17 + 4 * version.version;
  const grid: Grid = Array.from({ length: size }, () => Array.from({ length: size }, () => undefined));
  for (let at = 8; at < size - 8; at++) {
    set(grid, 6, at, at % 2 === 0);
    set(grid, at, 6, at % 2 === 0);
  }
  for (const [row, column] of [
    [3, 3],
    [3, size - 4],
    [size - 4, 3],
  ] as const)
    placeRings(grid, row, column, 4);
  placeAlignment(grid, version.centres);
  placeFormat(grid);
  if (version.version >= 7) placeVersion(grid, version.version);
  return grid;
}

/** Around its centre: dark within one, light, dark, and of the corners' patterns a light frame. */
function placeRings(grid: Grid, row: number, column: number, radius: number) {
  for (let down = -radius; down <= radius; down++) {
    for (let right = -radius; right <= radius; right++) {
      const ring = Math.max(Math.abs(down), Math.abs(right));
      const dark = radius === 4 ? ring !== 2 && ring !== 4 : ring !== 1;
      set(grid, row + down, column + right, dark);
    }
  }
}

function placeAlignment(grid: Grid, centres: readonly number[]) {
  const last = centres.at(-1);
  for (const row of centres) {
    for (const column of centres) {
      const isCorner = (row === 6 && (column === 6 || column === last)) || (row === last && column === 6);
      if (!isCorner) placeRings(grid, row, column, 2);
    }
  }
}

/** Level L and mask 0, with their correcting bits. */
const format = 0b111_0111_1100_0100;

function placeFormat(grid: Grid) {
  const { length: size } = grid;
  for (let bit = 0; bit < 15; bit++) {
    const dark = ((format >> bit) & 1) === 1;
    // Once around the upper left corner, which skips the lines of dots, and once along the other two.
    const near = bit < 6 ? bit : bit + 1;
    if (bit < 8) set(grid, near, 8, dark);
    else set(grid, 8, bit === 8 ? 7 : 14 - bit, dark);
    if (bit < 8) set(grid, 8, size - 1 - bit, dark);
    else set(grid, size - 15 + bit, 8, dark);
  }
  set(grid, size - 8, 8, true);
}

function placeVersion(grid: Grid, version: number) {
  let rest = version;
  for (let step = 0; step < 12; step++) rest = (rest << 1) ^ ((rest >> 11) * 0x1f25);
  const bits = (version << 12) | rest;
  for (let bit = 0; bit < 18; bit++) {
    const dark = ((bits >> bit) & 1) === 1;
    const [one, other] = [Math.floor(bit / 3), grid.length - 11 + (bit % 3)];
    set(grid, one, other, dark);
    set(grid, other, one, dark);
  }
}

/** In columns of two from the right, up and down in turn, over what is not set yet; masked like a chessboard. */
function placeBits(grid: Grid, words: readonly number[]) {
  const last = grid.length - 1;
  let bit = 0;
  // The column of dots, the seventh, is left out.
  for (let right = last; right > 0; right -= right === 8 ? 3 : 2) {
    const isUp = ((right + 1) & 2) === 0;
    for (let step = 0; step <= last; step++) {
      const row = isUp ? last - step : step;
      for (const column of [right, right - 1]) {
        if (grid[row]?.[column] !== undefined) continue;
        const dark = (((words[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1) === 1;
        set(grid, row, column, dark !== ((row + column) % 2 === 0));
        bit++;
      }
    }
  }
}
