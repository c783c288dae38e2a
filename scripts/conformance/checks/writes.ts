// Only with --write: each kind of record is made, found, changed and removed. No other record is touched;
// what a failing server leaves behind is named.

import { randomBytes } from 'node:crypto';
import type { EndpointKey } from '../../../src/contract/endpoints.ts';
import type { Group } from '../findings.ts';
import type { Explored } from '../kit.ts';
import { readWhole, type Identified } from '../pages.ts';
import { faultOf } from '../uses.ts';
import { refuses, sayFields, succeeds } from '../verdicts.ts';
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
import { walkWithoutRole } from './permissions.ts';

const manyPages = 1_000;

export async function checkWrites(kit: Explored): Promise<void> {
  const group = kit.findings.group('Writes');
  const marked: Marked = { me: kit.me, mark: randomBytes(4).toString('hex') };
  const urlType = kit.answers['GET /settings/url-types']?.[0] ?? 'website';

  await withRecord(group, companies(marked), async (companyId) => {
    await withRecord(group, urls(marked, companyId, urlType), (id) => checkHealth(marked, group, id));
    await withRecord(group, controllers(marked, companyId));
    await withRecord(group, employees(marked, companyId));
    await checkHrSync(marked, group, companyId);
    await withRecord(group, users(marked), (id) => checkPerson(kit, marked, group, id, companyId));
  });
  await withRecord(group, settings(marked));
  await withRecord(group, roles(marked));

  const marking = 'POST /attendance/mark-processed';
  const nothing = await kit.me.ask(marking, { body: { record_ids: [] } });
  refuses(group, marking, 'To mark nothing is refused', nothing, ['invalid', 'refused']);
}

/** Makes one, does something with it, and removes it whatever came of that. */
async function withRecord<R extends Identified>(
  group: Group,
  kind: Kind<R>,
  use: (id: number) => Promise<void> = async () => undefined,
): Promise<void> {
  const [createKey, create] = kind.create;
  await checkRefused(group, createKey, kind);
  if (!succeeds(group, createKey, 'A new one is taken', await create())) return;
  const made = await find(kind);
  group.expect(createKey, 'What was made is in the list', made !== undefined, {
    detail: 'It was answered as made, and is on no page',
    shown: 'A message that it was created, and a list without it. It may have to be removed by hand',
  });
  if (!made) return;
  try {
    await checkChange(group, kind, made.id);
    await use(made.id);
  } finally {
    await checkRemoval(group, kind, made.id);
  }
}

/** Where the server takes what it should refuse, what it made is removed. */
async function checkRefused<R extends Identified>(group: Group, key: EndpointKey, kind: Kind<R>): Promise<void> {
  const [field, make] = kind.refused;
  const heard = await make();
  if (refuses(group, key, `One without a valid ${field} is 422`, heard, ['invalid'])) {
    if (!heard.ok) sayFields(group, key, heard.error, field);
    return;
  }
  const made = heard.ok ? idOf(heard.data) : undefined;
  if (made !== undefined) await kind.remove[1](made);
}

async function checkChange<R extends Identified>(group: Group, kind: Kind<R>, id: number): Promise<void> {
  const [key, change] = kind.change;
  if (!succeeds(group, key, 'A change is taken', await change(id))) return;
  const now = await find(kind);
  group.expect(key, 'What was changed is in the list', now !== undefined && kind.isChanged(now), {
    detail: now ? `The list says ${JSON.stringify(now)}` : 'The record is in the list no more',
    shown: 'A message that it was updated, and the old record, or another one',
  });
}

async function checkRemoval<R extends Identified>(group: Group, kind: Kind<R>, id: number): Promise<void> {
  const [key, remove] = kind.remove;
  if (!succeeds(group, key, 'One is removed', await remove(id))) return;
  const still = await find(kind);
  group.expect(key, 'What was removed is gone', still === undefined, {
    detail: `Record ${id} is still in the list. Please remove it by hand`,
    shown: 'A message that it was deleted, and the record still there',
  });
}

async function find<R extends Identified>(kind: Kind<R>): Promise<R | undefined> {
  const whole = await readWhole(kind.list, manyPages);
  return 'error' in whole ? undefined : whole.rows.find((record) => kind.isOurs(record));
}

async function checkHealth({ me }: Marked, group: Group, id: number): Promise<void> {
  const key = 'POST /company-urls/{id}/check-health';
  succeeds(group, key, 'A URL is checked', await me.ask(key, { id }));
}

/** Of a company that has no HR system: there is nothing that could be sent. */
async function checkHrSync({ me }: Marked, group: Group, id: number): Promise<void> {
  const configKey = 'PUT /companies/{id}/hr-sync/config';
  const body = {
    multiple_clock_out_mode: 'all_records',
    lunch_break_detection: false,
    min_break_duration_minutes: 25,
    max_break_duration_minutes: 95,
    sync_time_threshold_hour: 17,
    auto_detect_breaks: false,
  } as const;
  succeeds(group, configKey, 'A configuration is taken', await me.ask(configKey, { id, body }));
  const saved = await me.ask('GET /companies/{id}/hr-sync/config', { id });
  const now = new Map<string, unknown>(Object.entries(saved.ok ? saved.data.hr_sync_config : {}));
  const [field, value] = Object.entries(body).find(([name, wanted]) => now.get(name) !== wanted) ?? [];
  group.expect(configKey, 'What was saved is read again', field === undefined, {
    field: `hr_sync_config.${field}`,
    detail: `${String(value)} was saved, ${String(now.get(field ?? ''))} is read`,
    shown: 'The form as it was before, after a message that it was saved',
  });
  const reset = 'POST /companies/{id}/hr-sync/config/reset';
  succeeds(group, reset, 'The configuration goes back to its defaults', await me.ask(reset, { id }));
  const test = 'POST /companies/{id}/hr-sync/test';
  succeeds(group, test, 'A dry run is answered', await me.ask(test, { id, body: { dry_run: true } }));
}

/** The one account that the kit made: what may it, without any role? */
async function checkPerson(
  kit: Explored,
  { me, mark }: Marked,
  group: Group,
  id: number,
  companyId: number,
): Promise<void> {
  const assign = 'POST /users/{id}/assign-companies';
  if (
    succeeds(group, assign, 'Companies are assigned', await me.ask(assign, { id, body: { companies: [companyId] } }))
  ) {
    const theirs = await me.ask('GET /users/{id}/companies', { id });
    const isThere = theirs.ok && theirs.data.some((company) => company.id === companyId);
    group.expect('GET /users/{id}/companies', 'What was assigned is told', isThere, { detail: 'It is not' });
  }
  const account = accountOf(mark);
  const login = await kit.nobody.ask('POST /auth/login', { body: account });
  if (!succeeds(group, 'POST /auth/login', 'A new user signs in', login) || !login.ok) return;
  const who = kit.as(login.data.token);
  await walkWithoutRole(kit, who);

  const password = `${account.password} changed`;
  const key = 'POST /auth/change-password';
  const change = (current_password: string) =>
    who.ask(key, { body: { current_password, password, password_confirmation: password } });
  const wrong = await change('not the password');
  if (!wrong.ok && wrong.error.kind === 'notFound')
    return group.note(key, 'The server has the call', faultOf(key, wrong));
  refuses(group, key, 'A wrong current password is refused', wrong, ['invalid', 'forbidden', 'refused']);
  succeeds(group, key, 'A new password is taken', await change(account.password));
  const again = await kit.nobody.ask('POST /auth/login', { body: { ...account, password } });
  succeeds(group, 'POST /auth/login', 'The new password signs in', again);
}

function idOf(record: unknown): number | undefined {
  return typeof record === 'object' && record !== null && 'id' in record && typeof record.id === 'number'
    ? record.id
    : undefined;
}
