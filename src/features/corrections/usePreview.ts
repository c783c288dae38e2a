// What corrections would do, asked for a moment after they were last changed. The latest answer wins.

import { useEffect, useEffectEvent, useState } from 'react';
import { asApiError, describeFailure } from '../../platform/api/errors.ts';
import type { Answer } from '../../shared/contract/endpoints.ts';
import type { CorrectionRequest } from '../../shared/contract/entities/corrections.ts';
import { messages } from '../../shared/contract/messages/writes.ts';
import { useConnection } from '../../platform/session/session.tsx';

const call = 'POST /corrections/preview';
/** While somebody types. */
const pauseMs = 300;

export type Preview =
  | { status: 'incomplete' }
  | { status: 'loading' }
  | { status: 'failed'; message: string }
  | { status: 'ready'; result: Answer<typeof call> };

/** `null` while they are not complete. While they are being saved it does not ask: the server may have them already. */
export function usePreview(corrections: readonly CorrectionRequest[] | null, isSaving: boolean): Preview {
  const { api } = useConnection();
  const wanted = corrections && JSON.stringify(corrections);
  const [known, setKnown] = useState<{ of: string; preview: Preview }>();

  const ask = useEffectEvent(async (signal: AbortSignal): Promise<Preview | undefined> => {
    if (!corrections) return undefined;
    try {
      // The reason changes nothing of the day.
      const { data } = await api(call, { body: { corrections: [...corrections], reason: 'Preview' } }, { signal });
      return { status: 'ready', result: data };
    } catch (error) {
      if (signal.aborted) return undefined;
      const failure = asApiError(error);
      const [atField] = Object.values(failure.fields);
      return { status: 'failed', message: atField ?? describeFailure(failure, messages[call].failed) };
    }
  });
  useEffect(() => {
    if (wanted === null || isSaving) return;
    const stopping = new AbortController();
    const timer = setTimeout(async () => {
      const preview = await ask(stopping.signal);
      if (preview) setKnown({ of: wanted, preview });
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      stopping.abort();
    };
  }, [wanted, isSaving]);

  if (wanted === null) return { status: 'incomplete' };
  return known?.of === wanted ? known.preview : { status: 'loading' };
}
