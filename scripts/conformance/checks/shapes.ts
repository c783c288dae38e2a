// Every read once: can the console understand what comes?

import type { ReadKey } from '../../../src/contract/endpoints.ts';
import type { Answers, Explored, SignedIn } from '../kit.ts';
import { kindOf, readKeys, reads, rowsOf } from '../reads.ts';
import { faultOf, uses } from '../uses.ts';

export async function explore(kit: SignedIn): Promise<Explored> {
  const group = kit.findings.group('Shapes');
  const answers: Answers = {};
  const ids: Partial<Record<string, number>> = {};
  let settingKey: string | undefined;

  for (const key of readKeys) await look(key);
  return { ...kit, answers, places: { ids, settingKey } };

  async function look<K extends ReadKey>(key: K): Promise<void> {
    const claim = 'The answer can be understood';
    const args = reads[key]({ ids, settingKey });
    if (!args)
      return group.skip(key, claim, `There is no record to ask about, or no list of ${kindOf(key)} to find one in`);
    const heard = await kit.me.ask(key, args);
    if (heard.ok) {
      Object.assign(answers, { [key]: heard.data });
      remember(key, heard.data);
      return group.check(key, claim);
    }
    const fault = faultOf(key, heard);
    if (heard.error.kind === 'forbidden') return group.skip(key, claim, 'This account may not ask for it');
    if (heard.error.kind === 'notFound' && !key.includes('{') && uses[key].without) {
      return group.note(key, 'The server has the call', fault);
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

/** A record that is asked for by its id is that record. */
export function checkIdentity({ findings, answers, places, user }: Explored): void {
  const group = findings.group('Shapes');
  for (const key of readKeys) {
    const [, kind = '', parameter, more] = key.split('/');
    const wanted = places.ids[kind];
    if (parameter !== '{id}' || more !== undefined || wanted === undefined) continue;
    const [record] = rowsOf(answers[key]);
    if (!record) continue;
    const isIt = record.id === wanted;
    group.expect(key, 'The record is the one that was asked for', isIt, {
      field: 'id',
      detail: `Asked for ${wanted}, the answer says ${JSON.stringify(record.id)}`,
      shown: 'The console would show, and save over, another record',
    });
  }
  const me = answers['GET /auth/user'];
  if (me) {
    group.expect('GET /auth/user', 'The user is who signed in', me.id === user.id, {
      field: 'id',
      detail: `Signed in as ${user.id}, the answer says ${me.id}`,
      shown: 'After a reload the console would show another person as signed in',
    });
  }
}
