// Where the server announces presence: a roll call of the kit's own company lists its employee, keeps the last tick by
// its time, and ends.

import type { SignedIn } from '../kit.ts';
import { namesField, refuses, succeeds } from '../verdicts.ts';
import { checkRefused } from './intruders.ts';
import type { Writing } from './records.ts';

export async function checkRollCall(
  { user }: SignedIn,
  { client, group, intruders }: Writing,
  companyId: number,
  employeeId: number,
): Promise<void> {
  if (!user.features.includes('presence')) return;
  const start = 'POST /roll-calls';
  const body = { company_id: companyId, site: '', department: '' };
  const refused = await client.call(start, { body: { ...body, company_id: null } });
  if (refuses(group, start, 'A roll call without a company is refused with 422', refused, ['invalid']) && !refused.ok) {
    namesField(group, start, refused.error, 'company_id');
  }
  for (const { who, client: theirs, mustNot } of intruders) {
    if (mustNot(start, true)) checkRefused(group, start, `${who} cannot start one`, await theirs.call(start, { body }));
  }
  const started = await client.call(start, { body });
  if (!succeeds(group, start, 'A roll call can be started', started) || !started.ok) return;
  const { id } = started.data.roll_call;
  const isListed = started.data.people.some(({ employee }) => employee.id === employeeId);
  group.expect(start, 'It lists the people of the company', isListed, {
    detail: `Employee ${employeeId} is active, and not in it`,
    shown: 'A roll call without somebody who may be in the building',
  });
  if (isListed) await checkTicks({ client, group }, id, employeeId);
  for (const { who, client: theirs, mustNot } of intruders) {
    const end = 'POST /roll-calls/{id}/end';
    if (mustNot(end, true)) checkRefused(group, end, `${who} cannot end it`, await theirs.call(end, { id }));
  }
  await checkEnd({ client, group }, id);
}

type Own = Pick<Writing, 'client' | 'group'>;

async function checkTicks({ client, group }: Own, id: number, employee_id: number): Promise<void> {
  const key = 'POST /roll-calls/{id}/ticks';
  const now = Date.now();
  const send = (is_ticked: boolean, age: number) =>
    client.call(key, { id, body: { ticks: [{ employee_id, is_ticked, at: new Date(now - age).toISOString() }] } });
  if (!succeeds(group, key, 'A tick is accepted', await send(true, 0))) return;
  await send(false, 1_000);
  const read = await client.call('GET /roll-calls/{id}', { id });
  const person = read.ok ? read.data.people.find(({ employee }) => employee.id === employee_id) : undefined;
  group.expect(key, 'The last tick by its time counts', person?.is_ticked === true, {
    field: 'people.is_ticked',
    detail: 'An older tick that arrived later replaced a newer one',
    shown: 'People who were ticked while a phone was offline are missing again',
  });
}

async function checkEnd({ client, group }: Own, id: number): Promise<void> {
  const key = 'POST /roll-calls/{id}/end';
  if (!succeeds(group, key, 'It can be ended', await client.call(key, { id }))) return;
  const read = await client.call('GET /roll-calls/{id}', { id });
  group.expect(key, 'It has ended then', read.ok && read.data.roll_call.ended_at !== '', {
    field: 'roll_call.ended_at',
    detail: 'It is empty after the call succeeded',
    shown: 'A roll call that goes on for ever',
  });
}
