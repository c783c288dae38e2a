// Tries the mapping on a pasted message, while either is typed.

import clsx from 'clsx';
import { useEffect, useState } from 'react';
import { failedMessage } from '../../../platform/api/calls.ts';
import { asApiError, describeFailure } from '../../../platform/api/errors.ts';
import { useSettled } from '../../../platform/hooks/useSettled.ts';
import { useConnection } from '../../../platform/session/session.tsx';
import { Banner } from '../../../platform/ui/feedback/Banner.tsx';
import { FilterField } from '../../../platform/ui/filters/FilterField.tsx';
import type { JsonMapping, TriedMapping } from '../../../shared/contract/devices.ts';
import { plural } from '../../../shared/words/plural.ts';
import * as layout from '../../../platform/ui/layout/layout.module.css';
import * as s from './Rules.module.css';

export function TryMapping({ controllerId, mapping }: { controllerId: number; mapping: JsonMapping }) {
  const [body, setBody] = useState('');
  const result = useTried(controllerId, mapping, body);
  return (
    <section aria-label="Try it" className={`${layout.stack3} ${s.part}`}>
      <h3>Try it</h3>
      <FilterField
        label="A message"
        hint="Paste one that the device sent. What Rollcall understands of it appears below as you type; nothing is stored."
      >
        {(control) => (
          <textarea
            {...control}
            className={clsx(control.className, s.message)}
            rows={4}
            spellCheck={false}
            value={body}
            onChange={(event) => setBody(event.target.value)}
          />
        )}
      </FilterField>
      <div role="status">{result && <Understood tried={result} />}</div>
    </section>
  );
}

function Understood({ tried: { events, problem } }: { tried: TriedMapping }) {
  if (problem) return <Banner tone="warning">{problem}</Banner>;
  return (
    <>
      <p className={layout.hint}>Understood {plural(events.length, 'event')}:</p>
      <ul className={`${layout.stack1} ${layout.list}`}>
        {events.slice(0, mostShown).map((event, index) => (
          <UnderstoodEvent key={index} event={event} />
        ))}
      </ul>
      {events.length > mostShown && <p className={layout.hint}>and {events.length - mostShown} more</p>}
    </>
  );
}

const mostShown = 20;

function UnderstoodEvent({ event }: { event: TriedMapping['events'][number] }) {
  const { person, time, direction, number, reader, problem } = event;
  const facts = [
    ['Person', person],
    ['Time', time],
    ['Direction', direction],
    ['Number', number],
    ['Reader', reader],
  ].filter(([, value]) => value);
  return (
    <li className={s.event}>
      {facts.map(([label, value]) => (
        <span key={label}>
          <span className={layout.muted}>{label}</span> {value}
        </span>
      ))}
      {problem && <span className={s.problem}>{problem}</span>}
    </li>
  );
}

const call = 'POST /access-controllers/{id}/device/try';

/** Milliseconds. */
const typingPause = 300;

/** Tries the mapping once typing has paused; the latest answer wins. Undefined while there is no result. */
function useTried(controllerId: number, mapping: JsonMapping, body: string): TriedMapping | undefined {
  const { api } = useConnection();
  const [tried, setTried] = useState<TriedMapping>();
  const request = useSettled(body.trim() && JSON.stringify({ mapping, body }), typingPause);
  useEffect(() => {
    if (!request) return setTried(undefined);
    const leaving = new AbortController();
    api(call, { id: controllerId, body: JSON.parse(request) }, { signal: leaving.signal }).then(
      ({ data }) => setTried(data),
      (error: unknown) => {
        if (leaving.signal.aborted) return;
        setTried({ events: [], problem: describeFailure(asApiError(error), failedMessage(call)) });
      },
    );
    return () => leaving.abort();
  }, [api, controllerId, request]);
  return body.trim() ? tried : undefined;
}
