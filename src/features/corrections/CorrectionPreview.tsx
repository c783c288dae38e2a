// Previews corrections: each day of a person before and after, and what the HR system has already. It asks the server
// a moment after the last change; the latest answer wins.

import { useEffect, useEffectEvent, useState } from 'react';
import { failedMessage } from '../../platform/api/calls.ts';
import type { Api } from '../../platform/api/client.ts';
import { asApiError, describeFailure } from '../../platform/api/errors.ts';
import { useConnection } from '../../platform/session/session.tsx';
import { PlainTable } from '../../platform/ui/data/PlainTable.tsx';
import { Banner } from '../../platform/ui/feedback/Banner.tsx';
import { Spinner } from '../../platform/ui/feedback/Spinner.tsx';
import type { Answer } from '../../shared/contract/calls.ts';
import type { CorrectedDay, CorrectionRequest } from '../../shared/contract/corrections.ts';
import { plural } from '../../shared/words/plural.ts';
import { dayTitle } from '../../shared/words/time.ts';
import { clockOn, hoursAndMinutes } from '../../shared/words/workedTime.ts';
import * as layout from '../../platform/ui/layout/layout.module.css';
import * as s from './CorrectionDialog.module.css';

export function PreviewDays({ preview }: { preview: Preview }) {
  switch (preview.status) {
    case 'incomplete':
      return <p className={layout.muted}>Enter the time to see what changes.</p>;
    case 'loading':
      return <Spinner label="Working out what changes…" />;
    case 'failed':
      return <Banner tone="warning">{preview.message}</Banner>;
    case 'ready': {
      const { days, needs_second_person: waiting } = preview.result;
      return (
        <>
          {days.length > 0 ? <Days days={days} /> : <p className={layout.muted}>No working day changes.</p>}
          {waiting > 0 && (
            <p className={layout.muted}>
              {waiting === 1 ? 'It counts' : `${plural(waiting, 'correction')} count`} only when a second person has
              approved.
            </p>
          )}
        </>
      );
    }
  }
}

const Days = ({ days }: { days: readonly CorrectedDay[] }) => (
  <PlainTable
    caption="What changes"
    titles={['Person and day', 'Before', 'After']}
    rows={days.map(({ employee, day, before, after, hr }, index) => ({
      key: index,
      header: (
        <>
          {employee?.name || 'Unknown Employee'}
          <span className={s.day}>{dayTitle(day)}</span>
          {hr && <span className={s.hr}>{hr}</span>}
        </>
      ),
      cells: [dayInWords(day, before), dayInWords(day, after)],
    }))}
  />
);

export function dayInWords(day: string, { first_in, last_out, worked_minutes }: CorrectedDay['before']) {
  if (!first_in && !last_out) return 'No event counts';
  const clock = (timestamp: string, missing: string) => (timestamp ? clockOn(day, timestamp) : missing);
  return (
    <>
      <span>
        {clock(first_in, 'no check-in')} – {clock(last_out, 'no check-out')}
      </span>
      <span className={s.worked}>{hoursAndMinutes(worked_minutes)} worked</span>
    </>
  );
}

/** Waits this long after each keystroke. */
const pauseMs = 300;

/** New corrections, or waiting ones that would be approved. */
type Foreseen = { corrections: readonly CorrectionRequest[] } | { ids: readonly number[] };

type Preview =
  | { status: 'incomplete' }
  | { status: 'loading' }
  | { status: 'failed'; message: string }
  | { status: 'ready'; result: Answer<'POST /corrections/preview'> };

async function ask(api: Api, foreseen: Foreseen, signal: AbortSignal): Promise<Answer<'POST /corrections/preview'>> {
  if ('ids' in foreseen) {
    const body = { ids: [...foreseen.ids] };
    return { days: (await api('POST /corrections/decide/preview', { body }, { signal })).data, needs_second_person: 0 };
  }
  // The reason changes nothing of the day.
  const body = { corrections: [...foreseen.corrections], reason: 'Preview' };
  return (await api('POST /corrections/preview', { body }, { signal })).data;
}

/** `null` while they are not complete. While they are being saved it does not ask: the server may have them already. */
export function usePreview(foreseen: Foreseen | null, isSaving: boolean): Preview {
  const { api } = useConnection();
  const key = foreseen && JSON.stringify(foreseen);
  const [latest, setLatest] = useState<{ key: string; preview: Preview }>();

  const askNow = useEffectEvent(async (signal: AbortSignal): Promise<Preview | undefined> => {
    if (!foreseen) return undefined;
    try {
      return { status: 'ready', result: await ask(api, foreseen, signal) };
    } catch (error) {
      if (signal.aborted) return undefined;
      const failure = asApiError(error);
      const [atField] = Object.values(failure.fields);
      return {
        status: 'failed',
        message: atField ?? describeFailure(failure, failedMessage('POST /corrections/preview')),
      };
    }
  });
  useEffect(() => {
    if (key === null || isSaving) return;
    const stopping = new AbortController();
    const timer = setTimeout(async () => {
      const preview = await askNow(stopping.signal);
      if (preview) setLatest({ key, preview });
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      stopping.abort();
    };
  }, [key, isSaving]);

  if (key === null) return { status: 'incomplete' };
  return latest?.key === key ? latest.preview : { status: 'loading' };
}
