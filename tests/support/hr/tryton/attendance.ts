// The attendance that a Tryton has, read back through its own API.

import { all, type Call } from './rpc.ts';
import { dayOf, instantOf, type WireDay, type WireInstant } from './wire.ts';

export interface Line {
  /** The employee's code. */
  readonly employee: string;
  /** As '2026-05-12T06:59:12.000Z'. */
  readonly at: string;
  /** As '2026-05-12'. */
  readonly date: string;
  readonly type: string;
}

export interface SheetSeconds {
  /** The employee's code. */
  readonly employee: string;
  readonly date: string;
  /** How long they worked; null while they are in for the first time. */
  readonly seconds: number | null;
}

/** The code of the employee that a record is about. */
interface OfEmployee {
  readonly 'employee.': { readonly 'party.': { readonly code: string } };
}
const code = 'employee.party.code';
const codeOf = (row: OfEmployee) => row['employee.']['party.'].code;

interface LineRow extends OfEmployee {
  readonly at: WireInstant;
  readonly date: WireDay;
  readonly type: string;
}

export async function linesOf(call: Call): Promise<Line[]> {
  const rows = await all<LineRow>(call, 'attendance.line', [code, 'at', 'date', 'type'], 'at', 'id');
  return rows.map((row) => ({
    employee: codeOf(row),
    at: instantOf(row.at).toISOString(),
    date: dayOf(row.date),
    type: row.type,
  }));
}

interface SheetRow extends OfEmployee {
  readonly date: WireDay;
  readonly duration: { readonly seconds: number } | null;
}

export async function sheetSecondsOf(call: Call): Promise<SheetSeconds[]> {
  const rows = await all<SheetRow>(call, 'attendance.sheet', [code, 'date', 'duration'], 'date', 'id');
  return rows.map((row) => ({
    employee: codeOf(row),
    date: dayOf(row.date),
    seconds: row.duration?.seconds ?? null,
  }));
}
