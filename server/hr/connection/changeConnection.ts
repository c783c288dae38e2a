// Replaces a company's connection. What the old HR system has stays Sent. What waits is for the new one: it stays
// queued where that takes the same kind of records, and is otherwise planned anew by the next sync of its day.

import type { HrConnection, HrConnectionBody } from '../../../src/contract/entities/hrConnections.ts';
import type { Caller } from '../../access/caller.ts';
import { audit } from '../../audit/auditLog.ts';
import { lockCompany } from '../../companies/companyQueries.ts';
import { companyRecord } from '../../companies/companyRecord.ts';
import type { Db, Queries } from '../../db/db.ts';
import { sql } from '../../db/sql.ts';
import type { Vault } from '../../platform/vault.ts';
import { findOrThrow } from '../../records/recordActions.ts';
import { connectorOf } from '../connectors/connectors.ts';
import { makeDue, withdrawUndelivered } from '../delivery/deliveryQueries.ts';
import { findHrUrl } from '../hrSystemQueries.ts';
import { findConnection, saveConnection, type StoredConnection } from './connectionQueries.ts';
import { rematch } from '../people/rematch.ts';
import { systemOf } from './openConnection.ts';
import { shownConnection } from './shownConnection.ts';
import { isSameConnection, triedConnection } from './triedConnection.ts';

export interface ConnectionChange {
  readonly db: Db;
  readonly vault: Vault;
  readonly caller: Caller;
  readonly companyId: number;
  readonly now: Date;
  readonly requestId: string;
}

export function changeConnection(
  { db, vault, caller, companyId, now, requestId }: ConnectionChange,
  body: HrConnectionBody,
): Promise<HrConnection> {
  return db.tx(async (queries) => {
    await lockCompany(queries, companyId, 'change');
    const company = await findOrThrow(companyRecord, queries, caller, companyId);
    const { id } = company;
    const url = (await findHrUrl(queries, id))?.url;
    const before = await findConnection(queries, id);
    const shownBefore = await shownConnection(queries, vault, company);
    const { stored, newSecrets } = triedConnection(vault, before, url, body);
    await saveConnection(queries, id, stored);
    if (!isSameConnection(before, stored)) await adapt(queries, id, before, stored, { url: url ?? '', now });
    await rematch(queries, id, now);
    const shown = await shownConnection(queries, vault, company);
    await audit(queries, {
      caller,
      now,
      requestId,
      action: 'hr_connection.edit',
      subject: 'hr_connections',
      subjectId: id,
      before: audited(shownBefore),
      after: { ...audited(shown), new_secrets: newSecrets },
    });
    return shown;
  });
}

const audited = ({ last_test: _, company_name: __, ...shown }: HrConnection) => shown;

async function adapt(
  queries: Queries,
  companyId: number,
  before: StoredConnection,
  after: StoredConnection,
  { url, now }: { url: string; now: Date },
): Promise<void> {
  const isOtherSystem = systemOf(before, before.origin || url) !== systemOf(after, url);
  if (isOtherSystem) {
    await queries.run(sql`delete from hr_matches where company_id = ${companyId}`);
    await queries.run(sql`delete from hr_people where company_id = ${companyId}`);
  }
  // Other settings or credentials may show other people.
  await queries.run(
    sql`update hr_connections set people_read_at = null, people_tried_at = null where company_id = ${companyId}`,
  );
  if (connectorOf(before.connector).takes === connectorOf(after.connector).takes) {
    await makeDue(queries, companyId, now);
  } else {
    await withdrawUndelivered(queries, companyId);
  }
}
