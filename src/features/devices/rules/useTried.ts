// What a pasted message means by a mapping, once typing has paused. The latest answer wins; nothing is stored.

import { useEffect, useState } from 'react';
import { asApiError, describeFailure } from '../../../platform/api/errors.ts';
import type { JsonMapping, TriedMapping } from '../../../shared/contract/entities/devices.ts';
import { messages } from '../../../shared/contract/messages/writes.ts';
import { useSettled } from '../../../platform/hooks/useSettled.ts';
import { useConnection } from '../../../platform/session/session.tsx';

const call = 'POST /access-controllers/{id}/device/try';

/** In milliseconds. */
const typingPause = 300;

/** Undefined while there is nothing to say. */
export function useTried(controllerId: number, mapping: JsonMapping, body: string): TriedMapping | undefined {
  const { api } = useConnection();
  const [tried, setTried] = useState<TriedMapping>();
  const wanted = useSettled(body.trim() && JSON.stringify({ mapping, body }), typingPause);
  useEffect(() => {
    if (!wanted) return setTried(undefined);
    const leaving = new AbortController();
    api(call, { id: controllerId, body: JSON.parse(wanted) }, { signal: leaving.signal }).then(
      ({ data }) => setTried(data),
      (error: unknown) => {
        if (leaving.signal.aborted) return;
        setTried({ events: [], problem: describeFailure(asApiError(error), messages[call].failed) });
      },
    );
    return () => leaving.abort();
  }, [api, controllerId, wanted]);
  return body.trim() ? tried : undefined;
}
