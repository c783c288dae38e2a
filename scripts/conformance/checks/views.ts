// Where the server announces saved views: they can be saved, changed, put in order and deleted, and are their owner's
// alone.

import type { SavedView } from '../../../src/shared/contract/views.ts';
import type { KitClient } from '../client.ts';
import type { SignedIn } from '../kit.ts';
import { succeeds } from '../verdicts.ts';
import { type Kind, type Marked, named, renamed, step, unpaged } from './kinds.ts';
import { withRecord, type Writing } from './records.ts';

function views({ client, mark }: Marked): Kind<SavedView> {
  const body = { name: named(mark), path: '/attendance', query: 'is_processed=false' };
  const changed = { name: renamed(mark), query: 'event_type=check-in' };
  return {
    list: () => unpaged(client.call('GET /views', {})),
    expected: changed,
    create: step(client, 'POST /views', () => ({ body })),
    invalid: [['name', () => client.call('POST /views', { body: { ...body, name: '' } })]],
    change: step(client, 'PUT /views/{id}', (id) => ({ id, body: changed })),
    remove: step(client, 'DELETE /views/{id}', (id) => ({ id })),
    isOfCompany: false,
  };
}

/** Everyone may save views, so no account is an intruder here. */
export async function checkViews({ user }: SignedIn, writing: Writing, other: KitClient | undefined): Promise<void> {
  if (!user.features.includes('saved_views')) return;
  const { client, group } = writing;
  await withRecord({ ...writing, intruders: [] }, views, async (id) => {
    const order = 'PUT /views/order';
    succeeds(group, order, 'The views can be put in order', await client.call(order, { body: { ids: [id] } }));
    const listed = await client.call('GET /views', {});
    const isFirst = listed.ok && listed.data[0]?.id === id;
    group.expect(order, 'The list has that order', isFirst, { detail: `View ${id} was named first, and is not first` });
    if (other) await checkPrivate(writing, other, id);
  });
}

async function checkPrivate({ group }: Writing, other: KitClient, id: number): Promise<void> {
  const key = 'GET /views';
  const theirs = await other.call(key, {});
  const isSeen = theirs.ok && theirs.data.some((view) => view.id === id);
  group.expect(key, 'Another account does not see the view', !isSeen, {
    detail: `It got view ${id}; list the caller's own only`,
    shown: 'Views of other people',
  });
  for (const [call, attempt] of [
    ['PUT /views/{id}', other.call('PUT /views/{id}', { id, body: { name: 'Taken' } })],
    ['DELETE /views/{id}', other.call('DELETE /views/{id}', { id })],
  ] as const) {
    const result = await attempt;
    group.expect(call, 'Another account gets 404', !result.ok && result.error.kind === 'notFound', {
      detail: result.ok ? 'The call succeeded; answer 404' : `Answered ${result.error.status}; answer 404`,
    });
  }
}
