// The life of one of the kit's records: refused when invalid, created, found, changed and deleted, and meanwhile safe
// from the accounts that must not touch it.

import { randomBytes } from 'node:crypto';
import type { Group } from '../findings.ts';
import { type Identified, readWhole } from '../pages.ts';
import { namesField, refuses, succeeds } from '../verdicts.ts';
import { differenceFault } from './differences.ts';
import { isMarked, type Kind, type Marked } from './kinds.ts';
import { type Intruder, tryCreate, tryStep } from './intruders.ts';

/** New records must be found, even in long lists. */
const maxPages = 1_000;

export interface Writing extends Marked {
  group: Group;
  intruders: readonly Intruder[];
}

export const newMark = () => randomBytes(4).toString('hex');

type Make<R extends Identified> = (marked: Marked) => Kind<R>;

/** Creates a record, uses it, and deletes it in any case. */
export async function withRecord<R extends Identified>(
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
    await checkChange(writing, kind, created);
    for (const intruder of intruders) await checkIntruder(writing, make, created.id, intruder);
    await use(created.id);
  } finally {
    for (const intruder of intruders) await checkRemovalBy(writing, make, created.id, intruder);
    await checkRemoval(writing, kind, created.id);
  }
}

/** If the server accepts an invalid record, it is deleted again. */
async function checkInvalid<R extends Identified>({ group, mark }: Writing, kind: Kind<R>): Promise<void> {
  const [key] = kind.create;
  for (const [field, create] of kind.invalid) {
    const result = await create();
    if (refuses(group, key, `A record with an invalid ${field} is refused with 422`, result, ['invalid'])) {
      if (!result.ok) namesField(group, key, result.error, field);
    } else if (result.ok) {
      await removeAll(kind, mark);
    }
  }
}

async function checkChange<R extends Identified>({ group, mark }: Writing, kind: Kind<R>, before: R): Promise<void> {
  const [key, change] = kind.change;
  if (!succeeds(group, key, 'A change is accepted', await change(before.id))) return;
  const claim = 'The list shows the change';
  const found = await find(kind, mark);
  if (found) return group.check(key, claim, differenceFault({ saved: kind.expected, found, before }));
  const detail = 'The record is no longer in the list';
  group.check(key, claim, { detail, shown: 'A success message, and a list without the record' });
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

/** Another account cannot change the record, or add one like it. */
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

async function checkRemovalBy<R extends Identified>(
  { group }: Writing,
  make: Make<R>,
  id: number,
  intruder: Intruder,
): Promise<void> {
  await tryStep(group, intruder, make({ client: intruder.client, mark: newMark() }), 'remove', id);
}

export async function find<R extends Identified>(kind: Kind<R>, mark: string): Promise<R | undefined> {
  const whole = await readWhole(kind.list, maxPages);
  return 'error' in whole ? undefined : whole.rows.find((record) => isMarked(record, mark));
}

async function removeAll<R extends Identified>(kind: Kind<R>, mark: string): Promise<void> {
  const [, remove] = kind.remove;
  for (let stray = await find(kind, mark); stray; ) {
    const { id } = stray;
    if (!(await remove(id)).ok) return;
    stray = await find(kind, mark);
    if (stray?.id === id) return;
  }
}
