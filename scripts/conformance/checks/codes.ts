// Where the server announces devices: the kit's own employee gets a further code, nobody else gets it at the same time,
// and it is taken back.

import type { Explored } from '../kit.ts';
import { namesField, refuses, succeeds } from '../verdicts.ts';
import { checkRefused } from './intruders.ts';
import type { Writing } from './records.ts';

const give = 'POST /employee-codes';
const take = 'DELETE /employee-codes/{id}';

export async function checkCodes(
  { user }: Explored,
  { client, group, intruders }: Writing,
  companyId: number,
  employeeId: number,
): Promise<void> {
  if (!user.features.includes('devices')) return;
  const code = 'KIT-0042';
  const body = { company_id: companyId, employee_id: employeeId, code, valid_from: '', valid_until: '2026-11-20' };
  for (const { who, client: theirs, mustNot } of intruders) {
    if (mustNot(give, true)) checkRefused(group, give, `${who} cannot give codes`, await theirs.call(give, { body }));
  }
  const nameless = await client.call(give, { body: { ...body, code: '' } });
  if (refuses(group, give, 'An empty code is refused with 422', nameless, ['invalid']) && !nameless.ok)
    namesField(group, give, nameless.error, 'code');
  const given = await client.call(give, { body });
  if (!succeeds(group, give, 'An employee gets a further code', given) || !given.ok) return;
  refuses(group, give, 'The same code at the same time is refused', await client.call(give, { body }), ['invalid']);
  const listed = await client.call('GET /employee-codes', { query: { employee_id: employeeId } });
  const found = listed.ok ? listed.data.data.find((each) => each.code === code) : undefined;
  group.expect(give, 'The code is listed', found !== undefined, {
    detail: `GET /employee-codes does not have the code ${code} of employee ${employeeId}`,
    shown: 'Codes of an employee that nobody can see or take back',
  });
  if (!found) return;
  for (const { who, client: theirs, mustNot } of intruders) {
    const refused = () => theirs.call(take, { id: found.id });
    if (mustNot(take, true)) checkRefused(group, take, `${who} cannot take codes back`, await refused());
  }
  succeeds(group, take, 'The code is taken back', await client.call(take, { id: found.id }));
}
