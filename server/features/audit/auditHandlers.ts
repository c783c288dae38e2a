// The audit for those who may see it: its pages, its entries, and its chain as it was hashed.

import type { AuditHead } from '../../../src/shared/contract/audit.ts';
import type { Query } from '../../../src/shared/contract/calls.ts';
import { one, type Queries } from '../../platform/db/db.ts';
import { limitTo, sql } from '../../platform/db/sql.ts';
import { invalid, notFound } from '../../platform/records/domainErrors.ts';
import type { Handlers } from '../../platform/records/endpoint.ts';
import { idsIn } from '../../platform/records/parameters.ts';
import { asUtc, instantOf } from '../../platform/time/instants.ts';
import { type AuditFilters, findEntries, placeOf } from './findEntries.ts';
import { namedEntriesWhere, shownEntry, shownLine } from './namedEntries.ts';
import { entriesWhere } from '../../platform/audit/readAudit.ts';

const pageSizes = { usual: 50, most: 200 };
const chainSizes = { usual: 500, most: 1_000 };

const guard = { allow: 'audit.view', reach: 'everyCompany' } as const;

export const auditHandlers = {
  'GET /audit': {
    ...guard,
    async handle({ db, query }) {
      const { before, limit, ...filters } = query;
      const size = sizeOf(limit, pageSizes);
      const after = before === undefined ? undefined : await placeOf(db, before);
      if (before !== undefined && !after) throw invalid({ before: 'There is no such entry' });
      const { entries, next } = await findEntries(db, filtersOf(filters), after, size);
      return { data: { entries: entries.map(shownLine), next } };
    },
  },

  'GET /audit/{id}': {
    ...guard,
    async handle({ db, params }) {
      const [entry] = await namedEntriesWhere(db, sql`id = ${params.id}`);
      if (!entry) throw notFound('There is no such entry');
      return { data: shownEntry(entry) };
    },
  },

  'GET /audit/head': {
    ...guard,
    async handle({ db }) {
      return { data: await headOf(db) };
    },
  },

  'GET /audit/chain': {
    ...guard,
    async handle({ db, query }) {
      const { after = 0, limit, ids } = query;
      const size = sizeOf(limit, chainSizes);
      const condition =
        ids === undefined
          ? sql`id > ${after} order by id ${limitTo(size)}`
          : sql`id in (${idsIn('ids', ids, chainSizes.most)}) order by id`;
      const entries = await entriesWhere(db, condition);
      return {
        data: entries.map(({ id, previous_hash, hash, entry, values }) => ({
          id,
          previous_hash,
          hash,
          entry,
          values: [...values],
        })),
      };
    },
  },
} satisfies Partial<Handlers>;

function sizeOf(limit: number | undefined, { usual, most }: typeof pageSizes): number {
  if (limit !== undefined && limit < 1) throw invalid({ limit: 'This must be at least 1' });
  return Math.min(limit ?? usual, most);
}

async function headOf(queries: Queries): Promise<AuditHead> {
  const { last_id, hash, at } = await one<{ last_id: number; hash: string; at: string | null }>(
    queries,
    sql`select last_id, audit_head.hash, at from audit_head left join audit on audit.id = last_id where audit_head.id = 1`,
  );
  return { id: last_id, hash, at: asUtc(at) };
}

function filtersOf({ from, to, ...filters }: Omit<NonNullable<Query<'GET /audit'>>, 'before' | 'limit'>): AuditFilters {
  return {
    ...filters,
    ...(from !== undefined && { from: storedInstant('from', from) }),
    ...(to !== undefined && { to: storedInstant('to', to) }),
  };
}

function storedInstant(field: string, text: string): string {
  const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?Z$/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time)) throw invalid({ [field]: 'This must be an instant such as 2026-11-21T08:00:00Z' });
  return instantOf(new Date(time));
}
