// Reads all attendance records that match the filters, as rows of the file.

import type { Query } from '../../../shared/contract/calls.ts';
import type { Api } from '../../api/client.ts';
import { type Row, rowOf } from '../columns.ts';
import { type AskPage, pageSize } from './readPages.ts';
import { type Options, readWhole, type Whole } from './readWhole.ts';

export type Filters = Query<'GET /attendance'>;

interface CollectOptions extends Pick<Options<Row>, 'sink' | 'signal' | 'onProgress'> {
  /** Whether the server reports changes of the list, so that a single reading is enough if there were none. */
  hasRevision: boolean;
  /** Whether each row names its time zone. */
  hasZones?: boolean;
}

export function collect(api: Api, filters: Filters, options: CollectOptions): Promise<Whole> {
  const { hasRevision, hasZones = false, ...reading } = options;
  const ask: AskPage<Row> = async (page, stop) => {
    const query = { ...filters, page, per_page: pageSize };
    const { data, ...rest } = await api('GET /attendance', { query }, { signal: stop });
    return { ...rest, data: { ...data, data: data.data.map((record) => rowOf(record, { hasZones })) } };
  };
  const contentOf = ({ cells, mark }: Row) => (mark ? [...cells, mark] : cells);
  const { company_id, start_date, end_date } = filters ?? {};
  const query = { company_id, start_date, end_date };
  const askRevision = async (stop: AbortSignal) =>
    (await api('GET /attendance/revision', { query }, { signal: stop })).data.revision;
  const source = { ask, contentOf, many: 'records', leadIn: 'The file contains' };
  return readWhole({ ...source, ...(hasRevision && { askRevision }) }, reading);
}
