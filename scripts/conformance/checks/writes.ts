// With --write only: creates, finds, changes and deletes a record of each kind. Touches no other records, and names those
// that a failing server leaves behind.

import { randomBytes } from 'node:crypto';
import type { EndpointKey } from '../../../src/contract/endpoints.ts';
import type { Fault, Group } from '../findings.ts';
import type { Explored } from '../kit.ts';
import { readWhole, type Identified } from '../pages.ts';
import { faultOf } from '../uses.ts';
import { refuses, namesField, succeeds } from '../verdicts.ts';
import {
  accountOf,
  companies,
  controllers,
  employees,
  type Kind,
  type Marked,
  roles,
  settings,
  urls,
  users,
} from './kinds.ts';
import { checkWithoutRole } from './permissions.ts';

/** New records must be found, even in long lists. */
const maxPages = 1_000;

export async function checkWrites(kit: Explored): Promise<void> {
  const group = kit.findings.group('Writes');
  const marked: Marked = { client: kit.client, mark: randomBytes(4).toString('hex') };
  const urlType = kit.answers['GET /settings/url-types']?.[0] ?? 'website';

  await withRecord(group, companies(marked), async (companyId) => {
    await withRecord(group, urls(marked, companyId, urlType), (id) => checkHealth(marked, group, id));
    await withRecord(group, controllers(marked, companyId));
    await withRecord(group, employees(marked, companyId));
    await checkHrSync(marked, group, companyId);
    await withRecord(group, users(marked), (id) => checkUser(kit, marked, group, id, companyId));
  });
  await withRecord(group, settings(marked));
  await withRecord(group, roles(marked));

  const marking = 'POST /attendance/mark-processed';
  const nothing = await kit.client.call(marking, { body: { record_ids: [] } });
  refuses(group, marking, 'An empty list of records is refused', nothing, ['invalid', 'refused']);
}

/** Creates a record, uses it, and deletes it in any case. */
async function withRecord<R extends Identified>(
  group: Group,
  kind: Kind<R>,
  use: (id: number) => Promise<void> = async () => undefined,
): Promise<void> {
  const [createKey, create] = kind.create;
  await checkInvalid(group, createKey, kind);
  if (!succeeds(group, createKey, 'A new record is accepted', await create())) return;
  const created = await find(kind);
  group.expect(createKey, 'The new record is in the list', created !== undefined, {
    detail: 'The call succeeded, but the record is on no page',
    shown: 'A success message, and a list without it. The record may have to be deleted by hand',
  });
  if (!created) return;
  try {
    await checkChange(group, kind, created.id);
    await use(created.id);
  } finally {
    await checkRemoval(group, kind, created.id);
  }
}

/** If the server accepts an invalid record, it is deleted again. */
async function checkInvalid<R extends Identified>(group: Group, key: EndpointKey, kind: Kind<R>): Promise<void> {
  const [field, create] = kind.invalid;
  const result = await create();
  if (refuses(group, key, `A record with an invalid ${field} is refused with 422`, result, ['invalid'])) {
    if (!result.ok) namesField(group, key, result.error, field);
    return;
  }
  const id = result.ok ? idOf(result.data) : undefined;
  if (id !== undefined) await kind.remove[1](id);
}

async function checkChange<R extends Identified>(group: Group, kind: Kind<R>, id: number): Promise<void> {
  const [key, change] = kind.change;
  if (!succeeds(group, key, 'A change is accepted', await change(id))) return;
  const claim = 'The list shows the change';
  const shown = 'A success message, and the old values';
  const changed = await find(kind);
  if (changed) group.check(key, claim, differenceFault(kind.expected, changed, shown));
  else group.check(key, claim, { detail: 'The record is no longer in the list', shown });
}

async function checkRemoval<R extends Identified>(group: Group, kind: Kind<R>, id: number): Promise<void> {
  const [key, remove] = kind.remove;
  if (!succeeds(group, key, 'The record can be deleted', await remove(id))) return;
  const remaining = await find(kind);
  group.expect(key, 'The deleted record is gone', remaining === undefined, {
    detail: `Record ${id} is still in the list; please delete it by hand`,
    shown: 'A success message, and the record still there',
  });
}

async function find<R extends Identified>(kind: Kind<R>): Promise<R | undefined> {
  const whole = await readWhole(kind.list, maxPages);
  return 'error' in whole ? undefined : whole.rows.find((record) => kind.isOurs(record));
}

async function checkHealth({ client }: Marked, group: Group, id: number): Promise<void> {
  const key = 'POST /company-urls/{id}/check-health';
  succeeds(group, key, 'A health check is answered', await client.call(key, { id }));
}

/** On a company without an HR system, so that nothing can be sent. */
async function checkHrSync({ client }: Marked, group: Group, id: number): Promise<void> {
  const configKey = 'PUT /companies/{id}/hr-sync/config';
  const body = {
    multiple_clock_out_mode: 'all_records',
    lunch_break_detection: false,
    min_break_duration_minutes: 25,
    max_break_duration_minutes: 95,
    sync_time_threshold_hour: 17,
    auto_detect_breaks: false,
  } as const;
  succeeds(group, configKey, 'A configuration is accepted', await client.call(configKey, { id, body }));
  const saved = await client.call('GET /companies/{id}/hr-sync/config', { id });
  const config = saved.ok ? saved.data.hr_sync_config : {};
  const shown = 'A success message, and the form as it was before';
  group.check(
    configKey,
    'The saved configuration is returned',
    differenceFault(body, config, shown, 'hr_sync_config.'),
  );
  const reset = 'POST /companies/{id}/hr-sync/config/reset';
  succeeds(group, reset, 'The configuration can be reset', await client.call(reset, { id }));
  const test = 'POST /companies/{id}/hr-sync/test';
  succeeds(group, test, 'A dry run is answered', await client.call(test, { id, body: { dry_run: true } }));
}

/** What the kit's own user, who has no roles, can do. */
async function checkUser(
  kit: Explored,
  { client, mark }: Marked,
  group: Group,
  id: number,
  companyId: number,
): Promise<void> {
  const assign = 'POST /users/{id}/assign-companies';
  if (
    succeeds(
      group,
      assign,
      'Companies can be assigned',
      await client.call(assign, { id, body: { companies: [companyId] } }),
    )
  ) {
    const assigned = await client.call('GET /users/{id}/companies', { id });
    const isThere = assigned.ok && assigned.data.some((company) => company.id === companyId);
    group.expect('GET /users/{id}/companies', 'The assigned companies are returned', isThere, {
      detail: `Company ${companyId} is missing`,
    });
  }
  const account = accountOf(mark);
  const login = await kit.anonymous.call('POST /auth/login', { body: account });
  if (!succeeds(group, 'POST /auth/login', 'The new user can sign in', login) || !login.ok) return;
  const user = kit.withToken(login.data.token);
  await checkWithoutRole(kit, user);

  const password = `${account.password} changed`;
  const key = 'POST /auth/change-password';
  const change = (current_password: string) =>
    user.call(key, { body: { current_password, password, password_confirmation: password } });
  const wrong = await change('not the password');
  if (!wrong.ok && wrong.error.kind === 'notFound')
    return group.note(key, 'The server has this call', faultOf(key, wrong));
  refuses(group, key, 'A wrong current password is refused', wrong, ['invalid', 'forbidden', 'refused']);
  succeeds(group, key, 'A new password is accepted', await change(account.password));
  const again = await kit.anonymous.call('POST /auth/login', { body: { ...account, password } });
  succeeds(group, 'POST /auth/login', 'The user can sign in with the new password', again);
}

/** The first field that differs from what was saved. */
function differenceFault(expected: object, found: object, shown: string, prefix = ''): Fault | undefined {
  const values = new Map<string, unknown>(Object.entries(found));
  const [field, value] = Object.entries(expected).find(([name, wanted]) => values.get(name) !== wanted) ?? [];
  if (field === undefined) return undefined;
  return {
    field: prefix + field,
    detail: `${JSON.stringify(value)} was saved, ${JSON.stringify(values.get(field)) ?? 'nothing'} is returned`,
    shown,
  };
}

function idOf(record: unknown): number | undefined {
  return typeof record === 'object' && record !== null && 'id' in record && typeof record.id === 'number'
    ? record.id
    : undefined;
}
