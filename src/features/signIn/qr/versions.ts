// The sizes of QR codes that we use, with the correction level L: a screen is neither torn nor dirty. ISO/IEC 18004.

export interface Version {
  /** 1 to 15; a side has 17 and four times as many modules. */
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

/** Bits of the length of the text. */
export const lengthBits = ({ version }: Version): number => (version < 10 ? 8 : 16);

export const capacity = ({ blocks }: Version): number => blocks.reduce((sum, length) => sum + length, 0);

/** The smallest that holds as many bytes; undefined if none does. */
export const versionFor = (bytes: number): Version | undefined =>
  versions.find((version) => capacity(version) * 8 >= 4 + lengthBits(version) + bytes * 8);
