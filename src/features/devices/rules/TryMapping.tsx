// Tries the mapping on a pasted message, while either is typed.

import clsx from 'clsx';
import { useState } from 'react';
import { usePreview } from '../../../platform/hooks/usePreview.ts';
import { Banner } from '../../../platform/ui/feedback/Banner.tsx';
import { Spinner } from '../../../platform/ui/feedback/Spinner.tsx';
import { FilterField } from '../../../platform/ui/filters/FilterField.tsx';
import type { JsonMapping, TriedMapping } from '../../../shared/contract/devices.ts';
import { plural } from '../../../shared/words/plural.ts';
import * as layout from '../../../platform/ui/layout/layout.module.css';
import * as s from './Rules.module.css';

/** Milliseconds. */
const typingPause = 300;

export function TryMapping({ controllerId, mapping }: { controllerId: number; mapping: JsonMapping }) {
  const [body, setBody] = useState('');
  const isGiven = body.trim() !== '';
  const tried = usePreview(
    'POST /access-controllers/{id}/device/try',
    isGiven ? { id: controllerId, body: { mapping, body } } : null,
    { pauseMs: typingPause },
  );
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
      {isGiven && tried.status === 'loading' && <Spinner label="Trying it…" />}
      {tried.status === 'failed' && (
        <Banner tone="bad" onRetry={tried.retry}>
          {tried.message}
        </Banner>
      )}
      <div role="status">{tried.status === 'ready' && <Understood tried={tried.result} />}</div>
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
