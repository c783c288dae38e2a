// A month of the kit's own company is closed, refuses corrections, and is reopened with a reason.

import type { CorrectionRequest } from '../../../src/shared/contract/corrections.ts';
import { today } from '../../../src/shared/words/days.ts';
import { namesField, refuses, succeeds } from '../verdicts.ts';
import { checkRefused } from './intruders.ts';
import type { Writing } from './records.ts';

const close = 'POST /closed-months';
const reopen = 'POST /closed-months/{id}/reopen';

export async function checkClosedMonth(
  { client, group, intruders }: Writing,
  companyId: number,
  addition: CorrectionRequest,
): Promise<void> {
  const day = today(-80);
  const body = { company_id: companyId, month: day.slice(0, 7) };
  for (const { who, client: theirs, mustNot } of intruders) {
    if (mustNot(close, true)) checkRefused(group, close, `${who} cannot close one`, await theirs.call(close, { body }));
  }
  if (!succeeds(group, close, 'A month can be closed', await client.call(close, { body }))) return;
  const listed = await client.call('GET /closed-months', { query: { company_id: companyId } });
  const closed = listed.ok
    ? listed.data.find(({ month, reopened_at }) => month === body.month && !reopened_at)
    : undefined;
  group.expect(close, 'The list has the closed month', closed !== undefined, {
    detail: `GET /closed-months does not name ${body.month}`,
    shown: 'A month that seems open',
  });
  const late = { ...addition, timestamp: `${day}T08:00`, day };
  const refused = await client.call('POST /corrections', { body: { corrections: [late], reason: 'Too late' } });
  refuses(group, 'POST /corrections', 'A correction in a closed month is refused with 422', refused, ['invalid']);
  if (!closed) return;
  const { id } = closed;
  const unexplained = await client.call(reopen, { id, body: { reason: '' } });
  if (refuses(group, reopen, 'It is not reopened without a reason', unexplained, ['invalid']))
    if (!unexplained.ok) namesField(group, reopen, unexplained.error, 'reason');
  const reopened = await client.call(reopen, { id, body: { reason: 'A check of the conformance kit' } });
  succeeds(group, reopen, 'It can be reopened', reopened);
}
