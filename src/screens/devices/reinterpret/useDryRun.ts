// What another reading of a period's events would change. The latest answer wins; nothing is written.

import { useEffect, useEffectEvent, useState } from 'react';
import { asApiError, describeFailure } from '../../../api/errors.ts';
import type { Reinterpretation } from '../../../contract/entities/devices.ts';
import { messages } from '../../../contract/messages/writes.ts';
import type { Days } from '../../../crud/period/Period.tsx';
import { useConnection } from '../../../session/useSession.ts';

export const call = 'POST /access-controllers/{id}/device/reinterpret';
/** In milliseconds: a long period has many events. */
export const timeLimit = 5 * 60_000;

export type DryRun =
  | { status: 'loading' }
  | { status: 'failed'; message: string; retry(): void }
  | { status: 'ready'; result: Reinterpretation };

export function useDryRun(controllerId: number, { start_date, end_date }: Days): DryRun {
  const { api } = useConnection();
  const [attempt, setAttempt] = useState(0);
  const wanted = `${controllerId} ${start_date} ${end_date} ${attempt}`;
  const [known, setKnown] = useState<{ of: string; run: DryRun }>();

  const ask = useEffectEvent(async (signal: AbortSignal): Promise<DryRun | undefined> => {
    try {
      const args = { id: controllerId, body: { start_date, end_date, dry_run: true } };
      const { data } = await api(call, args, { signal, timeLimit });
      return { status: 'ready', result: data };
    } catch (error) {
      if (signal.aborted) return undefined;
      const message = describeFailure(asApiError(error), messages[call].failed);
      return { status: 'failed', message, retry: () => setAttempt((count) => count + 1) };
    }
  });
  useEffect(() => {
    const leaving = new AbortController();
    void ask(leaving.signal).then((run) => run && setKnown({ of: wanted, run }));
    return () => leaving.abort();
  }, [wanted]);

  return known?.of === wanted ? known.run : { status: 'loading' };
}
