// Retention rules, legal holds, and the people whose data is stored.

import {
  type ChosenRule,
  dataClasses,
  type HoldKind,
  type LegalHold,
  type RetentionPreview,
} from '../../../src/shared/contract/privacy.ts';
import { type Caller, can, companyScope } from '../../platform/access/caller.ts';
import { audit } from '../../platform/audit/auditLog.ts';
import { exists, one, type Queries, type Sql, scalar, sql } from '../../platform/db/db.ts';
import { lockName } from '../../platform/db/rowLocks.ts';
import { forbidden, invalid } from '../../platform/domainErrors.ts';
import type { Handlers } from '../../platform/records/endpoint.ts';
import { lockHolds } from '../../platform/records/legalHolds.ts';
import { createRecord, deleteRecord, type RecordKind } from '../../platform/records/recordActions.ts';
import { type Clocks, instantOf } from '../../platform/time/clock.ts';
import { currentClocks } from '../settings/clocks.ts';
import { findPerson, listPeople, usersWithData } from './peopleQueries.ts';
import { notHeld, type Part, partsOf } from './retention/parts.ts';
import {
  cutoffOf,
  firstKeptDay,
  shownRules,
  storedTerms,
  type Terms,
  termsWith,
  warningAbout,
} from './retention/rules.ts';

/** A hundred years. */
const mostMonths = 1_200;

export const privacyHandlers = {
  'GET /privacy/rules': ({ db, caller }) => shownRules(db, caller),

  async 'PUT /privacy/rules'(request) {
    const { db, body } = request;
    assertTerms(body.rules);
    await db.tx(async (queries) => {
      await lockName(queries, 'retention rules');
      const before = await storedTerms(queries);
      const after = termsWith(before, body.rules);
      await queries.run(sql`delete from retention_rules`);
      for (const dataClass of dataClasses) {
        const months = after[dataClass];
        if (months !== null)
          await queries.run(
            sql`insert into retention_rules (data_class, keep_months) values (${dataClass}, ${months})`,
          );
      }
      await audit(queries, request, 'retention_rules.edit', 'retention_rules', { before, after });
    });
    return shownRules(db, request.caller);
  },

  async 'POST /privacy/rules/preview'({ db, body: { rules }, now }) {
    assertTerms(rules);
    return previewRetention(db, termsWith(await storedTerms(db), rules), now);
  },

  'GET /legal-holds': ({ db, caller, clocks }) => holdsWhere(db, caller, clocks, sql`true`),

  async 'POST /legal-holds'(request) {
    const { caller, body, now } = request;
    const { kind, subject_id, reason } = body;
    return createRecord(request, legalHolds, async (queries) => {
      const company = sql`select id from companies where id = ${subject_id} and ${companyScope(caller, sql`id`)}`;
      const isSeen =
        kind === 'companies' ? await exists(queries, company) : await findPerson(queries, caller, kind, subject_id);
      if (!isSeen) throw invalid({ subject_id: 'Please choose whom or what it is about' });
      return scalar(
        queries,
        sql`insert into legal_holds (kind, subject_id, reason, author_id, author, created_at)
          values (${kind}, ${subject_id}, ${reason.trim()}, ${caller.id}, ${caller.name}, ${instantOf(now)})
          returning id`,
      );
    });
  },

  'DELETE /legal-holds/{id}': (request) =>
    deleteRecord(request, legalHolds, request.params.id, (_, { author_id }) => {
      const { caller } = request;
      if (author_id !== caller.id && !can(caller, 'companies.all'))
        throw forbidden('Only who placed this hold, or somebody who sees every company, can lift it');
    }),

  'GET /privacy/people': ({ db, caller, query }) => listPeople(db, caller, query),
} satisfies Partial<Handlers>;

function assertTerms(rules: readonly ChosenRule[]): void {
  const wrong = rules.findIndex(
    ({ keep_months: months }) => months !== null && !(Number.isInteger(months) && months >= 1 && months <= mostMonths),
  );
  if (wrong >= 0)
    throw invalid({ [`rules.${wrong}.keep_months`]: `Please enter a whole number of months from 1 to ${mostMonths}` });
}

// Legal holds as records: listed, placed, and lifted.
const legalHolds: RecordKind<LegalHold> = {
  table: 'legal_holds',
  noun: 'Legal hold',
  lock: (queries) => lockHolds(queries, 'change'),
  find: async (queries, caller, ids) =>
    holdsWhere(queries, caller, await currentClocks(queries), sql`legal_holds.id in (${ids})`),
};

type Row = Omit<LegalHold, 'company'> & { kind: HoldKind; company_id: number | null; company_name: string | null };

/** Returns the newest first. */
async function holdsWhere(queries: Queries, caller: Caller, clocks: Clocks, condition: Sql): Promise<LegalHold[]> {
  const visible = sql`case legal_holds.kind
    when 'users' then ${usersWithData(caller, sql`legal_holds.subject_id`)}
    else ${companyScope(caller, sql`companies.id`)} end`;
  const rows = await queries.all<Row>(
    sql`select legal_holds.id, legal_holds.kind, subject_id, reason, author, author_id, legal_holds.created_at,
        coalesce(employees.name, users.name, companies.name, 'User ' || subject_id) as name,
        companies.id as company_id, companies.name as company_name
      from legal_holds
      left join employees on legal_holds.kind = 'employees' and employees.id = subject_id
      left join users on legal_holds.kind = 'users' and users.id = subject_id
      left join companies on companies.id = case legal_holds.kind
        when 'companies' then subject_id when 'employees' then employees.company_id end
      where ${condition} and ${visible} order by legal_holds.id desc`,
  );
  return rows.map(({ company_id, company_name, created_at, ...hold }) => ({
    ...hold,
    company: company_id === null ? null : { id: company_id, name: company_name ?? '' },
    created_at: clocks.of(company_id ?? 0).wallClock(created_at),
  }));
}

/** The dry run: what the daily job would remove by these terms if it ran now. */
export async function previewRetention(queries: Queries, terms: Terms, now: Date): Promise<RetentionPreview> {
  const clocks = await currentClocks(queries);
  const classes: RetentionPreview['classes'] = [];
  for (const data_class of dataClasses) {
    const keep_months = terms[data_class];
    const warning = warningAbout(data_class, keep_months);
    if (keep_months === null) {
      classes.push({ data_class, keep_months, before: '', oldest: '', goes: [], held: [], warning });
      continue;
    }
    const before = firstKeptDay(clocks, keep_months, now);
    const cutoff = cutoffOf(clocks, before);
    const counts = [];
    for (const part of partsOf[data_class](cutoff, instantOf(now))) counts.push(await countPart(queries, part));
    const [oldest = ''] = counts.flatMap((count) => (count.oldest === null ? [] : [count.oldest])).toSorted();
    classes.push({
      data_class,
      keep_months,
      before,
      oldest: oldest && clocks.ofInstallation.wallClock(oldest),
      goes: counts.map(({ goes }) => goes).filter(({ rows }) => rows > 0),
      held: counts.map(({ held }) => held).filter(({ rows }) => rows > 0),
      warning,
    });
  }
  return { classes };
}

/**
 * Counts what would go, and what is held; `oldest` is an instant, null if nothing would go. Checks holds only if
 * somebody has placed one, because checking row by row takes most of the time.
 */
async function countPart(queries: Queries, { what, table, isOld, isHeld, at }: Part) {
  const count = (rows: Sql) =>
    one<{ total: number; oldest: string | null }>(
      queries,
      sql`select count(*) as total, min(${at}) as oldest from ${table} where ${rows}`,
    );
  const old = await count(isOld);
  const hasHolds = await exists(queries, sql`select 1 from legal_holds limit 1`);
  const goes = hasHolds ? await count(sql`${isOld} and ${notHeld(isHeld)}`) : old;
  return { goes: { what, rows: goes.total }, held: { what, rows: old.total - goes.total }, oldest: goes.oldest };
}
