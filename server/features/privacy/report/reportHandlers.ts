// A person's report: what is stored of one employee or user, counted by section, and each section's rows page by page.

import type { PersonalData } from '../../../../src/shared/contract/privacy.ts';
import { type Db, maybeOne, type Queries } from '../../../platform/db/db.ts';
import { notFound } from '../../../platform/records/domainErrors.ts';
import type { Handlers } from '../../../platform/records/endpoint.ts';
import { instantOf, plusMinutes } from '../../../platform/time/instants.ts';
import { findReportedEmployee, findReportedUser, type ReportedPerson, shownPerson } from './person.ts';
import { clockOfPerson, countRows, readRows, type Source } from './source.ts';
import { sourcesOfEmployees, sourcesOfUsers } from './sources.ts';
import type { Caller } from '../../../platform/access/caller.ts';
import { audit } from '../../../platform/audit/auditLog.ts';
import { lockRow } from '../../../platform/db/rowLocks.ts';
import { sql } from '../../../platform/db/sql.ts';

export const reportHandlers = {
  'GET /employees/{id}/personal-data': {
    allow: 'privacy.view',
    async handle(request) {
      const { db, caller, params, now } = request;
      const employee = await findReportedEmployee(db, caller, params.id);
      await noteReading(request, employee);
      return { data: await counted(db, sourcesOfEmployees, employee, now) };
    },
  },

  'GET /employees/{id}/personal-data/{section}': {
    allow: 'privacy.view',
    async handle(request) {
      const { db, caller, params, query } = request;
      const source = sourceOf(sourcesOfEmployees, params.section);
      const employee = await findReportedEmployee(db, caller, params.id);
      await noteReading(request, employee);
      return { data: await readRows(db, source, employee, query.after ?? '') };
    },
  },

  'GET /users/{id}/personal-data': {
    allow: 'privacy.view',
    reach: 'everyCompany',
    async handle(request) {
      const { db, caller, params, now } = request;
      const user = await findReportedUser(db, caller, params.id);
      await noteReading(request, user);
      return { data: await counted(db, sourcesOfUsers, user, now) };
    },
  },

  'GET /users/{id}/personal-data/{section}': {
    allow: 'privacy.view',
    reach: 'everyCompany',
    async handle(request) {
      const { db, caller, params, query } = request;
      const source = sourceOf(sourcesOfUsers, params.section);
      const user = await findReportedUser(db, caller, params.id);
      await noteReading(request, user);
      return { data: await readRows(db, source, user, query.after ?? '') };
    },
  },
} satisfies Partial<Handlers>;

async function counted<P extends ReportedPerson>(
  db: Queries,
  sources: readonly Source<P>[],
  person: P,
  now: Date,
): Promise<PersonalData> {
  const clock = await clockOfPerson(db, person);
  const sections: PersonalData['sections'] = [];
  for (const source of sources) sections.push(await countRows(db, source, person, clock));
  return { person: shownPerson(person), counted_at: clock.wallClock(instantOf(now)), sections };
}

function sourceOf<P extends ReportedPerson>(sources: readonly Source<P>[], name: string): Source<P> {
  const source = sources.find((each) => each.name === name);
  if (!source) throw notFound('The report has no such section');
  return source;
}

const action = 'privacy.report';
const coveredMinutes = 60;

interface Reading {
  readonly db: Db;
  readonly caller: Caller;
  readonly now: Date;
  readonly requestId: string;
}

/** Audits the reading. It takes many calls, so one entry covers an hour of them. */
async function noteReading({ db, caller, now, requestId }: Reading, person: ReportedPerson): Promise<void> {
  const { kind: subject, id: subjectId } = person;
  const isNoted = async (queries: Queries) =>
    (await maybeOne(
      queries,
      sql`select id from audit where subject = ${subject} and subject_id = ${subjectId} and action = ${action}
        and user_id = ${caller.id} and at > ${instantOf(plusMinutes(now, -coveredMinutes))} limit 1`,
    )) !== undefined;
  if (await isNoted(db)) return;
  await db.tx(async (queries) => {
    // A console reads several sections at once.
    await lockRow(queries, 'audit_head', 1, 'change');
    if (await isNoted(queries)) return;
    await audit(queries, { caller, now, requestId, action, subject, subjectId });
  });
}
