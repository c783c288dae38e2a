// Previews corrections: each day of a person before and after, and what the HR system has already.

import type { PreviewState } from '../../platform/hooks/usePreview.ts';
import { PlainTable } from '../../platform/ui/data/PlainTable.tsx';
import { Banner } from '../../platform/ui/feedback/Banner.tsx';
import { Spinner } from '../../platform/ui/feedback/Spinner.tsx';
import type { Answer } from '../../shared/contract/calls.ts';
import type { CorrectedDay } from '../../shared/contract/corrections.ts';
import { plural } from '../../shared/words/plural.ts';
import { dayTitle } from '../../shared/words/time.ts';
import { clockOn, hoursAndMinutes } from '../../shared/words/workedTime.ts';
import * as layout from '../../platform/ui/layout/layout.module.css';
import * as s from './CorrectionDialog.module.css';

export function Preview({ of: preview }: { of: PreviewState<Answer<'POST /corrections/preview'>> }) {
  switch (preview.status) {
    case 'loading':
      return <Spinner label="Working out what changes…" />;
    case 'failed':
      return <PreviewFailed {...preview} />;
    case 'ready': {
      const { days, needs_second_person: waiting } = preview.result;
      return (
        <>
          {days.length > 0 ? <PreviewDays days={days} /> : <p className={layout.muted}>No working day changes.</p>}
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

/** Shows the server's complaint about a field, or else its message. */
export const PreviewFailed = ({ fields, message }: Extract<PreviewState<unknown>, { status: 'failed' }>) => (
  <Banner tone="warning">{Object.values(fields)[0] ?? message}</Banner>
);

export const PreviewDays = ({ days }: { days: readonly CorrectedDay[] }) => (
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

/** How long a preview waits after each keystroke. */
export const typingPauseMs = 300;
