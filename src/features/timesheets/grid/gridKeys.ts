// Which cell of a grid a key leads to.

export interface Cell {
  readonly row: number;
  readonly column: number;
}

const page = 10;

/** Undefined for a key that does not move. */
export function cellAfter(
  { row, column }: Cell,
  { key, ctrlKey }: { key: string; ctrlKey: boolean },
  last: Cell,
): Cell | undefined {
  const moves: Readonly<Record<string, Cell>> = {
    ArrowUp: { row: row - 1, column },
    ArrowDown: { row: row + 1, column },
    ArrowLeft: { row, column: column - 1 },
    ArrowRight: { row, column: column + 1 },
    PageUp: { row: row - page, column },
    PageDown: { row: row + page, column },
    Home: { row: ctrlKey ? 0 : row, column: 0 },
    End: { row: ctrlKey ? last.row : row, column: last.column },
  };
  const next = moves[key];
  return next && { row: within(next.row, last.row), column: within(next.column, last.column) };
}

const within = (place: number, last: number) => Math.max(0, Math.min(place, last));
