// Tries the mapping on a pasted message, while either is typed.

import { useState } from 'react';
import clsx from 'clsx';
import type { JsonMapping, TriedMapping } from '../../../shared/contract/devices.ts';
import { plural } from '../../../shared/words/plural.ts';
import { FilterField } from '../../../platform/ui/filters/FilterField.tsx';
import { Banner } from '../../../platform/ui/feedback/Banner.tsx';
import { useTried } from './useTried.ts';
import * as s from './Rules.module.css';

interface TryMappingProps {
  controllerId: number;
  mapping: JsonMapping;
}

export function TryMapping({ controllerId, mapping }: TryMappingProps) {
  const [body, setBody] = useState('');
  const tried = useTried(controllerId, mapping, body);
  return (
    <section aria-label="Try it" className={s.part}>
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
      <div role="status">{tried && <Understood tried={tried} />}</div>
    </section>
  );
}

function Understood({ tried: { events, problem } }: { tried: TriedMapping }) {
  if (problem) return <Banner tone="warning">{problem}</Banner>;
  return (
    <>
      <p className={s.hint}>Understood {plural(events.length, 'event')}:</p>
      <ul className={s.events}>
        {events.slice(0, mostShown).map((event, index) => (
          <UnderstoodEvent key={index} event={event} />
        ))}
      </ul>
      {events.length > mostShown && <p className={s.hint}>and {events.length - mostShown} more</p>}
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
          <span className={s.label}>{label}</span> {value}
        </span>
      ))}
      {problem && <span className={s.problem}>{problem}</span>}
    </li>
  );
}
