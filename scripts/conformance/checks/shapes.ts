// Calls every read once, and checks that the console can decode the answer.

import type { ReadKey } from '../../../src/shared/contract/calls.ts';
import type { Group } from '../findings.ts';
import type { Answers, Explored, SignedIn } from '../kit.ts';
import { expectedReads, kindOf, reads, rowsOf } from '../reads.ts';
import { faultOf, uses } from '../uses.ts';

export async function explore(kit: SignedIn): Promise<Explored> {
  const group = kit.findings.group('Shapes');
  const answers: Answers = {};
  const ids: Partial<Record<string, number>> = {};
  let settingKey: string | undefined;

  for (const key of expectedReads(kit.user.features)) await check(key);
  return { ...kit, answers, examples: { ids, settingKey } };

  async function check<K extends ReadKey>(key: K): Promise<void> {
    const claim = 'The answer can be decoded';
    const args = reads[key]({ ids, settingKey });
    if (!args) return group.skip(key, claim, `No list contains a record of ${kindOf(key)} to ask for`);
    const result = await kit.client.call(key, args);
    if (result.ok) {
      Object.assign(answers, { [key]: result.data });
      remember(key, result.data);
      group.check(key, claim);
      return checkNumbers(group, key, result.raw);
    }
    const fault = faultOf(key, result);
    if (result.error.kind === 'forbidden') return group.skip(key, claim, 'The account lacks the permission');
    if (result.error.kind === 'notFound' && uses[key].without) {
      return group.note(key, 'The server has this call', fault);
    }
    group.check(key, claim, fault);
  }

  function remember(key: ReadKey, data: unknown): void {
    const [first] = rowsOf(data);
    if (!first || key !== `GET /${kindOf(key)}`) return;
    if (typeof first.id === 'number') ids[kindOf(key)] = first.id;
    if (kindOf(key) === 'settings' && typeof first.key === 'string') settingKey = first.key;
  }
}

/** The console shows a number as well, but a server that keeps one has lost the zeros before it. */
function checkNumbers(group: Group, key: ReadKey, raw: unknown): void {
  if (key !== 'GET /employees') return;
  const at = rowsOf(raw).findIndex((row) => typeof row.employee_id === 'number');
  if (at === -1) return;
  group.note(key, 'employee_id is text', {
    field: Array.isArray(raw) ? `${at}.employee_id` : `data.${at}.employee_id`,
    detail: `It is ${String(rowsOf(raw)[at]?.employee_id)}, a number; a number cannot keep leading zeros, so send text`,
    shown: 'Employees: 123 for the ID 00123, also in exports and for the HR system',
  });
}
