// Checks that a call for one record returns that record: the first of its list, and the last of its first page.

import type { ReadKey } from '../../../src/shared/contract/calls.ts';
import type { Result } from '../client.ts';
import type { Fault } from '../findings.ts';
import type { Explored } from '../kit.ts';
import { rowsOf } from '../reads.ts';

export async function checkIdentity(kit: Explored): Promise<void> {
  const { findings, client, answers, user } = kit;
  const group = findings.group('Shapes');

  await byId('GET /companies/{id}', answers['GET /companies'], (id) => client.call('GET /companies/{id}', { id }));
  await byId('GET /access-controllers/{id}', answers['GET /access-controllers'], (id) =>
    client.call('GET /access-controllers/{id}', { id }),
  );
  await byId('GET /attendance/{id}', answers['GET /attendance'], (id) => client.call('GET /attendance/{id}', { id }));
  await byId('GET /employees/{id}', answers['GET /employees'], (id) => client.call('GET /employees/{id}', { id }));
  await byId('GET /settings/{keyOrId}', answers['GET /settings'], (keyOrId) =>
    client.call('GET /settings/{keyOrId}', { keyOrId }),
  );
  await byId('GET /roles/{id}', answers['GET /roles'], (id) => client.call('GET /roles/{id}', { id }));
  await byId('GET /users/{id}', answers['GET /users'], (id) => client.call('GET /users/{id}', { id }));

  await byCompany('GET /companies/{id}/employees', (id) => client.call('GET /companies/{id}/employees', { id }));
  await byCompany('GET /companies/{id}/access-controllers', (id) =>
    client.call('GET /companies/{id}/access-controllers', { id }),
  );

  const current = answers['GET /auth/user'];
  if (current) {
    group.expect('GET /auth/user', 'It returns the user who signed in', current.id === user.id, {
      field: 'id',
      detail: `Signed in as ${user.id}, got ${current.id}`,
      shown: 'Another user signed in, after a reload',
    });
  }

  async function byId(key: ReadKey, list: unknown, ask: (id: number) => Promise<Result<unknown>>): Promise<void> {
    if (answers[key] === undefined) return;
    const ids = firstAndLast(list);
    let fault: Fault | undefined;
    for (const id of ids) {
      const result = await ask(id);
      const [record] = result.ok ? rowsOf(result.data) : [];
      // A failed call is reported with the shapes.
      if (!record || record.id === id) continue;
      fault ??= {
        field: 'id',
        detail: `Asked for ${id}, got ${JSON.stringify(record.id)}; look the record up by the id in the path`,
        shown: 'Another record, which saving would overwrite',
      };
    }
    if (ids.length > 0) group.check(key, 'The record has the requested id', fault);
  }

  async function byCompany(key: ReadKey, ask: (id: number) => Promise<Result<unknown>>): Promise<void> {
    if (answers[key] === undefined) return;
    let fault: Fault | undefined;
    for (const id of firstAndLast(answers['GET /companies'])) {
      const result = await ask(id);
      const rows = result.ok ? rowsOf(result.data) : [];
      const at = rows.findIndex(({ company_id }) => typeof company_id === 'number' && company_id !== id);
      if (at === -1) continue;
      fault ??= {
        field: `${at}.company_id`,
        detail: `Asked for company ${id}, got record ${String(rows[at]?.id)} of company ${String(rows[at]?.company_id)}`,
        shown: 'Records of other companies in the selects of the chosen one',
      };
    }
    group.check(key, 'The records are of the requested company', fault);
  }
}

function firstAndLast(list: unknown): number[] {
  const ids = rowsOf(list).map(({ id }) => id);
  return [...new Set([ids.at(0), ids.at(-1)])].filter((id) => typeof id === 'number');
}
