// Reads the corrections of exported records, all of them as the server had them at one moment.

import type { Api } from '../../api/client.ts';
import type { Query } from '../../../shared/contract/calls.ts';
import { correctionRowOf, type CorrectionRow } from '../correctionRows.ts';
import type { Filters } from './collect.ts';
import { pageSize, type AskPage } from './readPages.ts';
import { readWhole } from './readWhole.ts';

interface Corrected {
  corrections: CorrectionRow[];
  /** Why they may not match the list exactly; empty where they do. */
  notes: string[];
}

export async function readCorrections(
  api: Api,
  filters: Filters,
  recordIds: ReadonlySet<number>,
  signal: AbortSignal,
): Promise<Corrected> {
  const query = queryFor(filters);
  const ask: AskPage<CorrectionRow> = async (page, stop) => {
    const { data, ...rest } = await api(
      'GET /corrections',
      { query: { ...query, page, per_page: pageSize } },
      { signal: stop },
    );
    return { ...rest, data: { ...data, data: data.data.map(correctionRowOf) } };
  };
  let read: CorrectionRow[] = [];
  const sink = {
    clear() {
      read = [];
    },
    add(rows: readonly CorrectionRow[], where: 'front' | 'end') {
      read = where === 'front' ? [...rows, ...read] : [...read, ...rows];
    },
  };
  const contentOf = ({ cells }: CorrectionRow) => cells;
  const source = { ask, contentOf, many: 'corrections', holds: 'The file lists those among' };
  const { notes } = await readWhole(source, { sink, signal, onProgress: () => undefined });
  return { corrections: read.filter(({ recordId }) => recordId !== null && recordIds.has(recordId)), notes };
}

/** The working day of a record begins at most two days before it, and ends at most one day later. */
function queryFor({ company_id, start_date, end_date }: Filters): Query<'GET /corrections'> {
  return {
    company_id,
    ...(start_date && { start_date: shifted(start_date, -2) }),
    ...(end_date && { end_date: shifted(end_date, 1) }),
  };
}

const day = 24 * 60 * 60_000;
const shifted = (date: string, days: number) =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * day).toISOString().slice(0, 10);
