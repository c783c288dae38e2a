// Creates, finds, changes and deletes a record of each kind, only with --write. Meanwhile, accounts that must not touch
// the record try to. The kit touches no other records, and names the ones that a failing server leaves behind.

import type { Args, CallKey } from '../../../src/shared/contract/calls.ts';
import { hrSyncConfig } from '../../../src/shared/contract/hrConfig.ts';
import type { KitClient } from '../client.ts';
import type { Explored, Fault, Group } from '../kit.ts';
import { refuses, succeeds } from '../verdicts.ts';
import { checkRefused, type Intruder, type Limited, limitedIntruder, withoutRole, withViewer } from './accounts.ts';
import {
  accountOf,
  companies,
  controllers,
  employees,
  type Fields,
  find,
  type Kind,
  type Marked,
  newMark,
  roles,
  settings,
  unknownId,
  urls,
  users,
} from './kinds.ts';
import type { Identified } from './lists.ts';
import { checkWithoutRole } from './permissions.ts';
import { checkScopeOf } from './scope.ts';
import { checkPassword, openSession } from './signIn.ts';

interface Writing extends Marked {
  group: Group;
  intruders: readonly Intruder[];
}

/** The kit's own user, who has no roles. */
interface Own {
  id: number;
  client: KitClient;
}

export async function checkWrites(kit: Explored, limited: Limited | undefined): Promise<void> {
  const known = new Set(kit.answers['GET /permissions']?.map(({ name }) => name));
  const writing: Writing = {
    client: kit.client,
    group: kit.group('Writes'),
    mark: newMark(),
    intruders: limited ? [limitedIntruder(limited, known)] : [],
  };
  const account = accountOf(writing.mark);
  kit.secrets.know(account.password);

  let hasUser = false;
  await withRecord(writing, users, async (id) => {
    hasUser = true;
    const session = await openSession(kit, writing.group, 'The new user', account);
    if (!session) return checkRecords(kit, writing);
    const intruders = [...writing.intruders, withoutRole(session.client)];
    await checkRecords(kit, { ...writing, intruders }, { ...session, id });
    await checkPassword({ ...kit, ...session }, writing.group, account);
  });
  if (!hasUser) await checkRecords(kit, writing);
}

async function checkRecords(kit: Explored, writing: Writing, own?: Own): Promise<void> {
  const { client, group, mark } = writing;
  const urlType = kit.answers['GET /settings/url-types']?.[0] ?? 'website';
  const secret = `secret of ${mark}`;
  kit.secrets.know(secret);

  await withRecord(writing, companies, async (id) => {
    await withViewer(kit, writing, id, async (viewer) => {
      const watched = viewer ? { ...writing, intruders: [...writing.intruders, viewer] } : writing;
      await withRecord(watched, urls(id, urlType), (urlId) => checkHealth(writing, urlId));
      await withRecord(watched, controllers(id, secret));
      await withRecord(watched, employees(id));
      await checkHrSync(watched, id);
    });
    if (own) await checkReads(kit, writing, own, id);
  });
  await withRecord(writing, settings);
  await withRecord(writing, roles);

  const marking = 'POST /attendance/mark-processed';
  const nothing = await client.call(marking, { body: { record_ids: [] } });
  refuses(group, marking, 'An empty list of records is refused', nothing, ['invalid', 'refused']);
  const unknown = await client.call(marking, { body: { record_ids: [unknownId] } });
  refuses(group, marking, 'A record that does not exist is refused with 404 or 422', unknown, ['notFound', 'invalid']);
}

async function checkReads(kit: Explored, { client, group }: Writing, own: Own, companyId: number): Promise<void> {
  const assign = 'POST /users/{id}/assign-companies';
  const result = await client.call(assign, { id: own.id, body: { companies: [companyId] } });
  const isAccepted = succeeds(group, assign, 'Companies can be assigned', result);
  const assigned = await client.call('GET /users/{id}/companies', { id: own.id });
  const isThere = assigned.ok && assigned.data.some((company) => company.id === companyId);
  if (isAccepted) {
    group.expect('GET /users/{id}/companies', 'The assigned companies are returned', isThere, {
      detail: `Company ${companyId} is missing`,
    });
  }
  await checkWithoutRole(kit, own.client);
  if (isAccepted && isThere) await checkScopeOf(kit, own.client, companyId);
}

async function checkHealth({ client, group }: Writing, id: number): Promise<void> {
  const key = 'POST /company-urls/{id}/check-health';
  succeeds(group, key, 'A health check is answered', await client.call(key, { id }));
}

type Make<R extends Identified> = (marked: Marked) => Kind<R>;

/** Creates a record, uses it, and deletes it in any case. */
async function withRecord<R extends Identified>(
  writing: Writing,
  make: Make<R>,
  use: (id: number) => Promise<void> = async () => undefined,
): Promise<void> {
  const { group, mark, intruders } = writing;
  const kind = make(writing);
  const [key, create] = kind.create;
  await checkInvalid(writing, kind);
  if (!succeeds(group, key, 'A new record is accepted', await create())) return;
  const created = await find(kind, mark);
  group.expect(key, 'The new record is in the list', created !== undefined, {
    detail: 'The call succeeded, but the record is on no page',
    shown: 'A success message, and a list without it. The record may have to be deleted by hand',
  });
  if (!created) return;
  try {
    await checkTaken(writing, kind, created.id);
    if (await checkChange(writing, kind, created)) {
      await checkLeftOut(writing, kind, created.id);
      await checkNullFlag(writing, kind, created.id);
    }
    for (const intruder of intruders) await checkIntruder(writing, make, created.id, intruder);
    await use(created.id);
  } finally {
    for (const intruder of intruders) {
      const theirs = make({ client: intruder.client, mark: newMark() });
      await tryStep(group, intruder, theirs, 'remove', created.id);
    }
    await checkRemoval(writing, kind, created.id);
  }
}

/** Tries to create invalid records. If the server accepts one, it is deleted again. */
async function checkInvalid<R extends Identified>({ group, mark }: Writing, kind: Kind<R>): Promise<void> {
  const [key, create] = kind.create;
  for (const [field, value, way = 'an invalid'] of kind.invalid) {
    const result = await create({ [field]: value });
    const isUnknown = way === 'an unknown id';
    const claim = `A record with ${way}${isUnknown ? ' in' : ''} ${field} is refused with 422${isUnknown ? ' or 404' : ''}`;
    refuses(group, key, claim, result, isUnknown ? ['invalid', 'notFound'] : ['invalid'], field);
    if (result.ok) await removeAll(kind, mark);
  }
}

/** Tries to create a second record like the first. If the server accepts it, it is deleted again. */
async function checkTaken<R extends Identified>({ group, mark }: Writing, kind: Kind<R>, id: number): Promise<void> {
  if (!kind.unique) return;
  const [key, create] = kind.create;
  const result = await create();
  refuses(group, key, `A ${kind.unique} that is taken is refused with 422`, result, ['invalid'], kind.unique);
  if (result.ok) await removeAll(kind, mark, id);
}

async function checkLeftOut<R extends Identified>(writing: Writing, kind: Kind<R>, id: number): Promise<void> {
  const { leftOut: field } = kind;
  if (!field) return;
  const found = await changeOnly(writing, kind, id, 'A change may leave out a text', { [field]: undefined });
  if (!found) return;
  writing.group.expect(kind.change[0], 'A text that a change leaves out is empty', found[field] === '', {
    field,
    detail: `It is still ${JSON.stringify(found[field])}; a change replaces the record`,
    shown: 'Nothing: the console sends every field. Other programs could not empty it',
  });
}

async function checkNullFlag<R extends Identified>(writing: Writing, kind: Kind<R>, id: number): Promise<void> {
  const { nullFlag: field, expected } = kind;
  if (!field) return;
  const found = await changeOnly(writing, kind, id, 'A change may have null for a flag', { [field]: null });
  if (!found) return;
  writing.group.expect(kind.change[0], 'A flag that is null in a change stays', found[field] === expected[field], {
    field,
    detail: `It was ${expected[field]} and is ${found[field]}; null is as if left out`,
    shown: 'Nothing: the console sends true or false. Other programs could switch the record on or off',
  });
}

/** Returns the record after a change with these fields instead; undefined if the change is not accepted. */
async function changeOnly<R extends Identified>(
  { group, mark }: Writing,
  kind: Kind<R>,
  id: number,
  claim: string,
  instead: Fields,
): Promise<R | undefined> {
  const [key, change] = kind.change;
  return succeeds(group, key, claim, await change(id, instead)) ? find(kind, mark) : undefined;
}

/** Whether the list shows the change. */
async function checkChange<R extends Identified>({ group, mark }: Writing, kind: Kind<R>, before: R): Promise<boolean> {
  const [key, change] = kind.change;
  if (!succeeds(group, key, 'A change is accepted', await change(before.id))) return false;
  const found = await find(kind, mark);
  const fault = found
    ? differenceFault({ saved: kind.expected, found, before })
    : { detail: 'The record is no longer in the list', shown: 'A success message, and a list without the record' };
  group.check(key, 'The list shows the change', fault);
  return fault === undefined;
}

async function checkRemoval<R extends Identified>({ group, mark }: Writing, kind: Kind<R>, id: number): Promise<void> {
  const [key, remove] = kind.remove;
  const claim = 'The record can be deleted';
  if (!(await find(kind, mark))) return group.skip(key, claim, 'It is gone already');
  if (!succeeds(group, key, claim, await remove(id))) return;
  const remaining = await find(kind, mark);
  group.expect(key, 'The deleted record is gone', remaining === undefined, {
    detail: `Record ${id} is still in the list; please delete it by hand`,
    shown: 'A success message, and the record still there',
  });
}

/** Checks that another account cannot change the record, or add one like it. */
async function checkIntruder<R extends Identified>(
  { client, group }: Writing,
  make: Make<R>,
  id: number,
  intruder: Intruder,
): Promise<void> {
  const mark = newMark();
  const theirs = make({ client: intruder.client, mark });
  await tryStep(group, intruder, theirs, 'change', id);
  if (await tryCreate(group, intruder, theirs)) await removeAll(make({ client, mark }), mark);
}

async function removeAll<R extends Identified>(kind: Kind<R>, mark: string, kept?: number): Promise<void> {
  const [, remove] = kind.remove;
  for (let stray = await find(kind, mark, kept); stray; ) {
    const { id } = stray;
    if (!(await remove(id)).ok) return;
    stray = await find(kind, mark, kept);
    if (stray?.id === id) return;
  }
}

async function tryStep<R extends Identified>(
  group: Group,
  { who, mustNot }: Intruder,
  theirs: Kind<R>,
  what: 'change' | 'remove',
  id: number,
): Promise<void> {
  const [key, act] = theirs[what];
  if (!mustNot(key, theirs.isOfCompany)) return;
  checkRefused(group, key, `${who} cannot ${what === 'change' ? 'change' : 'delete'} it`, await act(id));
}

/** Whether a record was created. */
async function tryCreate<R extends Identified>(
  group: Group,
  { who, mustNot }: Intruder,
  theirs: Kind<R>,
): Promise<boolean> {
  const [key, create] = theirs.create;
  // A new company does not belong to another account, so only the permission counts.
  if (!mustNot(key, theirs.isOfCompany && key !== 'POST /companies')) return false;
  const result = await create();
  checkRefused(group, key, `${who} cannot add one`, result);
  return result.ok;
}

/** Syncs a company without an HR system, so that nothing can be sent. */
async function checkHrSync({ client, group, intruders }: Writing, id: number): Promise<void> {
  const put = 'PUT /companies/{id}/hr-sync/config';
  const body = {
    multiple_clock_out_mode: 'all_records',
    lunch_break_detection: false,
    min_break_duration_minutes: 25,
    max_break_duration_minutes: 95,
    sync_time_threshold_hour: 17,
    auto_detect_breaks: false,
  } as const;
  if (succeeds(group, put, 'A configuration is accepted', await client.call(put, { id, body }))) {
    const saved = await client.call('GET /companies/{id}/hr-sync/config', { id });
    const found = saved.ok ? saved.data.hr_sync_config : {};
    const fault = differenceFault({ saved: body, found, prefix: 'hr_sync_config.' });
    group.check(put, 'The saved configuration is returned', fault);
  }
  const reset = 'POST /companies/{id}/hr-sync/config/reset';
  succeeds(group, reset, 'The configuration can be reset', await client.call(reset, { id }));
  const test = 'POST /companies/{id}/hr-sync/test';
  succeeds(group, test, 'A dry run is answered', await client.call(test, { id, body: { dry_run: true } }));
  for (const intruder of intruders) await tryHrSync(group, intruder, id);
}

async function tryHrSync(group: Group, { who, client, mustNot }: Intruder, id: number): Promise<void> {
  // Long ago, so that nothing is sent even if the server does not refuse.
  const body = { date: '2000-01-01' };
  const attempt = async <K extends CallKey>(key: K, what: string, args: Args<K>, isOfCompany = true) => {
    if (mustNot(key, isOfCompany)) checkRefused(group, key, `${who} cannot ${what}`, await client.call(key, args));
  };
  await attempt('PUT /companies/{id}/hr-sync/config', 'change the configuration', { id, body: hrSyncConfig({}) });
  await attempt('POST /companies/{id}/hr-sync/config/reset', 'reset the configuration', { id });
  await attempt('POST /hr-sync/companies/{id}', 'send the records of the company', { id, body });
  await attempt('POST /hr-sync/all', 'send the records of every company', { body }, false);
}

interface Compared {
  saved: object;
  found: object;
  /** The record before the change. */
  before?: object;
  prefix?: string;
}

/** Finds the first field that differs from what was saved. */
function differenceFault({ saved, found, before = {}, prefix = '' }: Compared): Fault | undefined {
  const values = new Map<string, unknown>(Object.entries(found));
  const [field, wanted] = Object.entries(saved).find(([name, value]) => values.get(name) !== value) ?? [];
  if (field === undefined) return undefined;
  const value = values.get(field);
  const cause = hint(wanted, value);
  const isOld = cause === '' && value === new Map<string, unknown>(Object.entries(before)).get(field);
  const [is, was] = [JSON.stringify(value) ?? 'nothing', JSON.stringify(wanted)];
  return {
    field: prefix + field,
    detail: `${was} was saved, ${is} is returned${cause}`,
    shown: `A success message, and ${isOld ? 'the old value' : `${is} instead of ${was}`}`,
  };
}

const isAscii = (text: string) => /^\p{ASCII}*$/u.test(text);

function hint(saved: unknown, found: unknown): string {
  if (typeof saved !== 'string' || typeof found !== 'string' || found === '') return '';
  if (saved !== found && Number(saved) === Number(found)) {
    return ': leading zeros are lost; keep and send it as text, not as a number';
  }
  const common = saved.slice(
    0,
    [...saved].findIndex((character) => !isAscii(character)),
  );
  const isMangled = !isAscii(saved) && found.startsWith(common);
  return isMangled ? ': characters are lost; use UTF-8 everywhere (utf8mb4 in MySQL)' : '';
}
