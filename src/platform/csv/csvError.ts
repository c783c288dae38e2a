// Why a file cannot be read, in words for the person who chose it.

export class CsvError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'CsvError';
  }
}

export const limits = {
  bytes: 50_000_000,
  rows: 50_000,
  columns: 1_000,
  /** As many as a cell of Excel holds. */
  characters: 32_767,
} as const;
