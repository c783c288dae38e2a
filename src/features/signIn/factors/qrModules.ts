// A QR code as its modules, true for dark ones. It needs no library: the links of authenticator apps take one mode and
// one level of correction.

/** A module that is not set yet is undefined. */
type Grid = (boolean | undefined)[][];

/** Encodes ASCII only, since readers guess how other letters are encoded. Undefined for more than 520 characters. */
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

/** Places rings around a centre: dark, light, dark. Corner patterns have a wider centre and a light frame. */
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
    // Two copies: around the upper left corner, skipping the timing patterns, and along the other two.
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

/** Fills the free modules in columns of two from the right, up and down in turn, masked as a checkerboard. */
function placeBits(grid: Grid, words: readonly number[]) {
  const last = grid.length - 1;
  let bit = 0;
  // The seventh column, with the timing pattern, is left out.
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

const byteMode = 4;
const padding = [0xec, 0x11];

/** Puts the text in blocks, each with its correcting bytes, and interleaves the blocks. */
function codewords(bytes: Uint8Array, version: Version): number[] {
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

/** Takes the first of each, then the second of each, … */
function interleaved(blocks: readonly (readonly number[])[]): number[] {
  const longest = Math.max(...blocks.map((block) => block.length));
  return Array.from({ length: longest }, (_, index) => blocks.flatMap((block) => block[index] ?? [])).flat();
}

// The arithmetic of QR codes: the field of 256 elements, and the Reed-Solomon bytes that correct what a reader
// misreads.

const exponents: number[] = [];
const logarithms: number[] = [];
for (let power = 0, value = 1; power < 255; power++) {
  exponents[power] = value;
  logarithms[value] = power;
  value = value < 128 ? value * 2 : (value * 2) ^ 0x11d;
}

const times = (one: number, other: number): number =>
  one === 0 || other === 0 ? 0 : (exponents[((logarithms[one] ?? 0) + (logarithms[other] ?? 0)) % 255] ?? 0);

/** Returns the coefficients from the highest power down, without the first one, which is 1. */
function generator(count: number): number[] {
  let polynomial = [1];
  for (let root = 0; root < count; root++) {
    const shifted = [...polynomial, 0];
    polynomial = shifted.map((value, index) => value ^ times(polynomial[index - 1] ?? 0, exponents[root] ?? 0));
  }
  return polynomial.slice(1);
}

function correctingBytes(data: readonly number[], count: number): number[] {
  const divisor = generator(count);
  const rest = Array.from({ length: count }, () => 0);
  for (const byte of data) {
    const factor = byte ^ (rest.shift() ?? 0);
    rest.push(0);
    divisor.forEach((coefficient, index) => {
      rest[index] = (rest[index] ?? 0) ^ times(coefficient, factor);
    });
  }
  return rest;
}

// The sizes of QR codes that we use, with the correction level L: a screen is neither torn nor dirty. ISO/IEC 18004.

interface Version {
  /** 1 to 15; a side has 17 modules, plus four for each version. */
  readonly version: number;
  /** The length of each block of data. */
  readonly blocks: readonly number[];
  /** Correcting bytes of each block. */
  readonly correcting: number;
  /** The centres of the alignment patterns, in both directions. */
  readonly centres: readonly number[];
}

const row = (correcting: number, blocks: readonly number[], ...centres: number[]) => ({ correcting, blocks, centres });

const rows = [
  row(7, [19]),
  row(10, [34], 6, 18),
  row(15, [55], 6, 22),
  row(20, [80], 6, 26),
  row(26, [108], 6, 30),
  row(18, [68, 68], 6, 34),
  row(20, [78, 78], 6, 22, 38),
  row(24, [97, 97], 6, 24, 42),
  row(30, [116, 116], 6, 26, 46),
  row(18, [68, 68, 69, 69], 6, 28, 50),
  row(20, [81, 81, 81, 81], 6, 30, 54),
  row(24, [92, 92, 93, 93], 6, 32, 58),
  row(26, [107, 107, 107, 107], 6, 34, 62),
  row(30, [115, 115, 115, 116], 6, 26, 46, 66),
  row(22, [87, 87, 87, 87, 87, 88], 6, 26, 48, 70),
];

const versions: readonly Version[] = rows.map((each, index) => ({ ...each, version: index + 1 }));

const lengthBits = ({ version }: Version): number => (version < 10 ? 8 : 16);

const capacity = ({ blocks }: Version): number => blocks.reduce((sum, length) => sum + length, 0);

/** The smallest version that holds this many bytes; undefined if none does. */
const versionFor = (bytes: number): Version | undefined =>
  versions.find((version) => capacity(version) * 8 >= 4 + lengthBits(version) + bytes * 8);
