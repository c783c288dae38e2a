// Where the server announces privacy: a legal hold on the kit's own employee keeps them from being erased, and is lifted.

import type { Explored } from '../kit.ts';
import { namesField, refuses, succeeds } from '../verdicts.ts';
import { checkRefused } from './intruders.ts';
import type { Writing } from './records.ts';

const place = 'POST /legal-holds';
const lift = 'DELETE /legal-holds/{id}';
const tryOut = 'POST /privacy/erasures/preview';
const erase = 'POST /privacy/erasures';
const count = 'POST /privacy/rules/preview';

export async function checkPrivacy({ user }: Explored, writing: Writing, employeeId: number): Promise<void> {
  if (!user.features.includes('privacy')) return;
  const { client, group, intruders } = writing;
  const counted = await client.call(count, { body: { rules: [{ data_class: 'mails', keep_months: 12 }] } });
  succeeds(group, count, 'What a retention rule would remove is counted', counted);

  const body = { kind: 'employees', subject_id: employeeId, reason: 'Checked by the conformance kit' } as const;
  for (const { who, client: theirs, mustNot } of intruders) {
    if (mustNot(place, true)) checkRefused(group, place, `${who} cannot place one`, await theirs.call(place, { body }));
  }
  const silent = await client.call(place, { body: { ...body, reason: '' } });
  if (refuses(group, place, 'A legal hold without a reason is refused with 422', silent, ['invalid']) && !silent.ok)
    namesField(group, place, silent.error, 'reason');
  if (!succeeds(group, place, 'A legal hold is placed', await client.call(place, { body }))) return;
  const listed = await client.call('GET /legal-holds', {});
  const hold = listed.ok
    ? listed.data.find(({ kind, subject_id }) => kind === 'employees' && subject_id === employeeId)
    : undefined;
  group.expect(place, 'The hold is listed', hold !== undefined, {
    detail: `GET /legal-holds does not have the hold on employee ${employeeId}`,
    shown: 'Holds that nobody can see or lift',
  });
  await checkErasure(writing, employeeId);
  if (!hold) return;
  for (const { who, client: theirs, mustNot } of intruders) {
    if (mustNot(lift, true))
      checkRefused(group, lift, `${who} cannot lift it`, await theirs.call(lift, { id: hold.id }));
  }
  succeeds(group, lift, 'It is lifted', await client.call(lift, { id: hold.id }));
}

async function checkErasure({ client, group, intruders }: Writing, id: number): Promise<void> {
  const body = { kind: 'employees', id } as const;
  const tried = await client.call(tryOut, { body });
  if (succeeds(group, tryOut, 'An erasure can be tried out', tried) && tried.ok) {
    group.expect(tryOut, 'It says that a hold is in its way', tried.data.blocked.length > 0, {
      field: 'blocked',
      detail: 'It is empty for an employee whom a legal hold protects',
      shown: 'A person who must not be erased as one who can be',
    });
  }
  const reasoned = { ...body, reason: 'Checked by the conformance kit' };
  for (const { who, client: theirs, mustNot } of intruders) {
    const attempt = () => theirs.call(erase, { body: reasoned });
    if (mustNot(erase, true)) checkRefused(group, erase, `${who} cannot erase`, await attempt());
  }
  const refused = await client.call(erase, { body: reasoned });
  refuses(group, erase, 'An erasure against a legal hold is refused', refused, ['refused', 'invalid']);
  const read = await client.call('GET /employees/{id}', { id });
  group.expect(erase, 'The employee is still there', read.ok, {
    detail: `GET /employees/${id} fails after an erasure that was refused`,
    shown: 'Somebody erased whose data must be kept',
  });
}
