// Replaces a company's connection. What the old HR system has stays Sent. What waits is for the new one: it stays
// queued where that takes the same kind of records, and is otherwise planned anew by the next sync of its day.

import type { HrConnection, HrConnectionBody } from '../../../../src/shared/contract/hrConnections.ts';
import type { Caller } from '../../../platform/access/caller.ts';
import { lockCompany } from '../../companies/companyQueries.ts';
import { companyRecord } from '../../companies/companyRecord.ts';
import type { Queries } from '../../../platform/db/db.ts';
import { sql } from '../../../platform/db/sql.ts';
import type { Vault } from '../../../platform/crypto/vault.ts';
import { edit, type EditContext } from '../../../platform/records/edit.ts';
import { findOrThrow } from '../../../platform/records/recordActions.ts';
import { endWait } from '../companyWait.ts';
import { connectorOf } from '../connectors/connectors.ts';
import { makeDue, withdrawUndelivered } from '../delivery/deliveryQueries.ts';
import { findHrUrl } from '../hrSystemQueries.ts';
import { findConnection, saveConnection, type StoredConnection } from './connectionQueries.ts';
import { rematch } from '../people/rematch.ts';
import { systemOf } from './openConnection.ts';
import { shownConnection } from './shownConnection.ts';
import { isSameConnection, triedConnection } from './triedConnection.ts';

export interface ConnectionChange extends EditContext {
  readonly vault: Vault;
  readonly caller: Caller;
  readonly companyId: number;
}

export function changeConnection(change: ConnectionChange, body: HrConnectionBody): Promise<HrConnection> {
  const { vault, caller, companyId: id, now } = change;
  const edited = {
    key: 'PUT /companies/{id}/hr-connection',
    action: 'hr_connection.edit',
    subject: 'hr_connections',
    subjectId: id,
    lock: (queries: Queries) => lockCompany(queries, id, 'change'),
    find: async (queries: Queries) =>
      shownConnection(queries, vault, await findOrThrow(companyRecord, queries, caller, id)),
    audited: ({ last_test: _, company_name: __, ...shown }: HrConnection) => shown,
  } as const;
  return edit(change, edited, async (queries) => {
    const url = (await findHrUrl(queries, id))?.url;
    const before = await findConnection(queries, id);
    const { stored, newSecrets } = triedConnection(vault, before, url, body);
    await saveConnection(queries, id, stored);
    if (!isSameConnection(before, stored)) await adapt(queries, id, before, stored, { url: url ?? '', now });
    await rematch(queries, id, now);
    return { new_secrets: newSecrets };
  });
}

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
  await endWait(queries, companyId);
  if (connectorOf(before.connector).takes === connectorOf(after.connector).takes) {
    await makeDue(queries, companyId, now);
  } else {
    await withdrawUndelivered(queries, companyId);
  }
}
