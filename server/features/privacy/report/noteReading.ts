// Reading a person's report is an act. It takes many calls, so one entry of the audit covers an hour of them.

import type { Caller } from '../../../platform/access/caller.ts';
import { audit } from '../../../platform/audit/auditLog.ts';
import { type Db, maybeOne, type Queries } from '../../../platform/db/db.ts';
import { lockRow } from '../../../platform/db/rowLocks.ts';
import { sql } from '../../../platform/db/sql.ts';
import { instantOf, plusMinutes } from '../../../platform/time/instants.ts';
import type { ReportedPerson } from './person.ts';

const action = 'privacy.report';
const coveredMinutes = 60;

interface Reading {
  readonly db: Db;
  readonly caller: Caller;
  readonly now: Date;
  readonly requestId: string;
}

export async function noteReading({ db, caller, now, requestId }: Reading, person: ReportedPerson): Promise<void> {
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
