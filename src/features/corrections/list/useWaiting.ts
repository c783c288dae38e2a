// How many corrections wait for the user's decision: others' corrections, since nobody decides about their own.

import { useResource } from '../../../platform/hooks/useResource.ts';
import { useCanCall } from '../../../platform/session/permissions.ts';
import { useUser } from '../../../platform/session/session.tsx';

/** As many as a page holds; seldom more than a few wait. */
const counted = 100;

export function useWaiting(): number {
  const user = useUser();
  const mayDecide = useCanCall()('POST /corrections/{id}/decide');
  const waiting = useResource(
    'GET /corrections',
    mayDecide ? { query: { state: 'waiting', per_page: counted } } : null,
  );
  return waiting.data?.data.filter(({ author_id }) => author_id !== user.id).length ?? 0;
}
