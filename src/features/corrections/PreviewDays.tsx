// What corrections would do: each day of a person before and after, and what the HR system has already.

import type { CorrectedDay } from '../../shared/contract/corrections.ts';
import { dayTitle } from '../../shared/words/days.ts';
import { plural } from '../../shared/words/plural.ts';
import { clockOn, hoursAndMinutes } from '../../shared/words/workedTime.ts';
import { Spinner } from '../../platform/ui/feedback/Spinner.tsx';
import { Banner } from '../../platform/ui/feedback/Banner.tsx';
import type { Preview } from './usePreview.ts';
import * as s from './CorrectionDialog.module.css';

export function PreviewDays({ preview }: { preview: Preview }) {
  switch (preview.status) {
    case 'incomplete':
      return <p className={s.muted}>Enter the time to see what changes.</p>;
    case 'loading':
      return <Spinner label="Working out what changes…" />;
    case 'failed':
      return <Banner tone="warning">{preview.message}</Banner>;
    case 'ready': {
      const { days, needs_second_person: waiting } = preview.result;
      return (
        <>
          {days.length > 0 ? <Days days={days} /> : <p className={s.muted}>No working day changes.</p>}
          {waiting > 0 && (
            <p className={s.muted}>
              {waiting === 1 ? 'It counts' : `${plural(waiting, 'correction')} count`} only when a second person has
              approved.
            </p>
          )}
        </>
      );
    }
  }
}

function Days({ days }: { days: readonly CorrectedDay[] }) {
  return (
    <table className={s.days}>
      <caption>What changes</caption>
      <thead>
        <tr>
          <th scope="col">Person and day</th>
          <th scope="col">Before</th>
          <th scope="col">After</th>
        </tr>
      </thead>
      <tbody>
        {days.map((day, index) => (
          <Day key={index} day={day} />
        ))}
      </tbody>
    </table>
  );
}

function Day({ day: { employee, day, before, after, hr } }: { day: CorrectedDay }) {
  return (
    <tr>
      <th scope="row">
        {employee?.name || 'Unknown Employee'}
        <span className={s.date}>{dayTitle(day)}</span>
        {hr && <span className={s.hr}>{hr}</span>}
      </th>
      <td>{inWords(day, before)}</td>
      <td>{inWords(day, after)}</td>
    </tr>
  );
}

function inWords(day: string, { first_in, last_out, worked_minutes }: CorrectedDay['before']) {
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
