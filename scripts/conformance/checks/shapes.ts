// Calls every read once, and checks that the console can decode the answer.

import type { ReadKey } from '../../../src/contract/endpoints.ts';
import type { Answers, Explored, SignedIn } from '../kit.ts';
import { expectedReads, kindOf, readKeys, reads, rowsOf } from '../reads.ts';
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
      return group.check(key, claim);
    }
    const fault = faultOf(key, result);
    if (result.error.kind === 'forbidden') return group.skip(key, claim, 'The account lacks the permission');
    if (result.error.kind === 'notFound' && !key.includes('{') && uses[key].without) {
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

/** A call for one record must return the record with that id. */
export function checkIdentity({ findings, answers, examples, user }: Explored): void {
  const group = findings.group('Shapes');
  for (const key of readKeys) {
    const [, kind = '', parameter, more] = key.split('/');
    const wanted = examples.ids[kind];
    if (parameter !== '{id}' || more !== undefined || wanted === undefined) continue;
    const [record] = rowsOf(answers[key]);
    if (!record) continue;
    group.expect(key, 'The record has the requested id', record.id === wanted, {
      field: 'id',
      detail: `Asked for ${wanted}, got ${JSON.stringify(record.id)}`,
      shown: 'Another record, which saving would overwrite',
    });
  }
  const current = answers['GET /auth/user'];
  if (current) {
    group.expect('GET /auth/user', 'It returns the user who signed in', current.id === user.id, {
      field: 'id',
      detail: `Signed in as ${user.id}, got ${current.id}`,
      shown: 'Another user signed in, after a reload',
    });
  }
}
