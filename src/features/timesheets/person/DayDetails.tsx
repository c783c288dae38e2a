// A day of the sheet in full: its events, the worked time and breaks, and what there is to explain or correct.

import clsx from 'clsx';
import { Link } from 'wouter';
import { paths } from '../../../platform/boot/paths.ts';
import { useResource } from '../../../platform/hooks/useResource.ts';
import { useCanCall } from '../../../platform/session/permissions.ts';
import { ActionIcon } from '../../../platform/ui/ActionIcon.tsx';
import { Button } from '../../../platform/ui/Button.tsx';
import { ResourceView } from '../../../platform/ui/data/ResourceView.tsx';
import { StatusIcon } from '../../../platform/ui/StatusIcon.tsx';
import type { PersonSheet, SheetDay } from '../../../shared/contract/timesheets.ts';
import { exceptionKinds, type SheetEvent, waitsForAnswer } from '../../../shared/contract/workday.ts';
import { addressOf } from '../../../shared/words/address.ts';
import { attendanceText } from '../../../shared/words/attendanceText.ts';
import { exceptionExplanation, exceptionName } from '../../../shared/words/exceptionWords.ts';
import { exactClock, formatDay, formatTime } from '../../../shared/words/time.ts';
import { hoursAndMinutes, shortClockOn } from '../../../shared/words/workedTime.ts';
import { CorrectionItem, UndoButton } from '../../corrections/CorrectionItem.tsx';
import type { CorrectionDraft } from '../../corrections/drafts.ts';
import * as layout from '../../../platform/ui/layout/layout.module.css';
import * as s from './DayDetails.module.css';

interface DayDetailsProps {
  day: string;
  sheet: PersonSheet;
  sheetDay: SheetDay | undefined;
  /** Explains the expected time and the difference, in sentences. */
  explanation: readonly string[];
  onCorrect(draft: CorrectionDraft): void;
}

export function DayDetails({ day, sheet: { employee, company }, sheetDay, explanation, onCorrect }: DayDetailsProps) {
  const canCall = useCanCall();
  const { last_correction_id = 0, approvals = 0 } = sheetDay ?? {};
  const about = { who: employee.name, day, seen: { last_correction_id, approvals } };
  const correct = canCall('POST /corrections') ? onCorrect : undefined;
  const hasCorrections = last_correction_id > 0 && canCall('GET /corrections');
  return (
    <div className={s.details}>
      {sheetDay && hasEvents(sheetDay) ? (
        <>
          <DayEvents day={sheetDay} about={about} employeeId={employee.id} companyId={company.id} onCorrect={correct} />
          <DaySpans day={sheetDay} />
        </>
      ) : (
        <p className={layout.muted}>No events on this day</p>
      )}
      {sheetDay && <DayExplanations day={sheetDay} about={about} onCorrect={correct} />}
      {explanation.length > 0 && <p>{explanation.join(' ')}</p>}
      {hasCorrections && <DayCorrections employeeId={employee.id} about={about} onCorrect={correct} />}
      {correct && (
        <Button
          size="small"
          icon={<ActionIcon name="plus" />}
          className={s.add}
          onClick={() => correct({ kind: 'add', employeeId: employee.id, eventType: missingEvent(sheetDay), ...about })}
        >
          Add Event
        </Button>
      )}
    </div>
  );
}

/** False for a day with corrections alone, such as one that waits to add its only event. */
export const hasEvents = ({ events }: SheetDay): boolean => events.length > 0;

/** Guesses which event is missing. */
const missingEvent = (day: SheetDay | undefined) =>
  day?.exceptions.some(({ kind }) => kind === 'no_check_out') ? 'check-out' : 'check-in';

interface PartProps {
  day: SheetDay;
  about: CorrectedDay;
  /** Undefined for users who may not correct. */
  onCorrect: ((draft: CorrectionDraft) => void) | undefined;
}

interface DayEventsProps extends PartProps {
  employeeId: number;
  companyId: number;
}

/** Lists the events of the day, including those that do not count. */
function DayEvents({ day, about, employeeId, companyId, onCorrect }: DayEventsProps) {
  const mayView = useCanCall()('GET /attendance');
  /** Links to the record in the list of its own date, which for the end of a night shift is the next day. */
  function recordAddress({ id, timestamp }: SheetEvent): string {
    const date = formatDay(timestamp);
    const filters = { company_id: companyId || undefined, employee_id: employeeId, start_date: date, end_date: date };
    return addressOf(paths.attendance, { ...filters, record: id });
  }
  return (
    <ul className={`${layout.list} ${s.events}`}>
      {day.events.map((event) => {
        const what = `${wordOf(event)} at ${formatTime(event.timestamp)}`;
        return (
          <li key={event.id} className={clsx(event.is_set_aside && s.setAside)}>
            <span className={s.clock}>{exactClock(event.timestamp)}</span>
            <span>{wordOf(event)}</span>
            <span className={layout.muted}>{event.controller}</span>
            <span className={`${layout.row} ${layout.screenOnly} ${s.actions}`}>
              {mayView && (
                <Link href={recordAddress(event)} aria-label={`View ${what}`}>
                  View
                </Link>
              )}
              {onCorrect && !event.is_set_aside && (
                <Button
                  kind="quiet"
                  size="small"
                  aria-label={`Ignore ${what}`}
                  onClick={() => onCorrect({ kind: 'set_aside', recordId: event.id, what, ...about })}
                >
                  Ignore
                </Button>
              )}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

function wordOf(event: SheetEvent): string {
  const { is_manual, is_set_aside } = event;
  const word = attendanceText.event(event);
  const marks = [...(is_manual ? ['added by hand'] : []), ...(is_set_aside ? ['set aside'] : [])];
  return marks.length > 0 ? `${word} (${marks.join(', ')})` : word;
}

/**
 * Lists spans of work, each with the break that follows. Sorting by clock time would fail in the night when clocks go
 * back.
 */
function DaySpans({ day: { day, pairs, breaks } }: { day: SheetDay }) {
  const spans = pairs.flatMap((pair) => [
    { ...pair, word: 'Worked' },
    ...breaks.filter(({ from }) => from === pair.until).map((pause) => ({ ...pause, word: 'Break' })),
  ]);
  if (spans.length === 0) return null;
  return (
    <ul className={`${layout.list} ${s.spans}`}>
      {spans.map(({ word, from, until, minutes }) => (
        <li key={`${word} ${from}`}>
          <span className={s.clock}>
            {shortClockOn(day, from)} – {shortClockOn(day, until)}
          </span>
          <span>{word}</span>
          <span className={s.minutes}>{hoursAndMinutes(minutes)}</span>
        </li>
      ))}
    </ul>
  );
}

/** Explains each exception in a sentence, and offers the answer that it waits for. */
function DayExplanations({ day, about, onCorrect }: PartProps) {
  if (day.exceptions.length === 0 && !day.hr_difference) return null;
  return (
    <ul className={`${layout.list} ${s.explanations}`}>
      {day.exceptions.map(({ kind, record_id, sentence, answered_by }) => {
        const isWaiting = answered_by === null && waitsForAnswer(kind);
        const exception = exceptionKinds.find((each) => each === kind);
        const what = exceptionName(kind);
        return (
          <li key={`${kind} ${record_id}`}>
            {isWaiting && <StatusIcon name="warning" className={s.question} />}
            <span>
              <strong>{what}.</strong> {sentence || exceptionExplanation(kind)}
              {answered_by !== null && ' Accepted as it is.'}
            </span>
            {isWaiting && exception && onCorrect && (
              <Button
                size="small"
                onClick={() => onCorrect({ kind: 'as_is', recordId: record_id, exception, what, ...about })}
              >
                Accept As It Is
              </Button>
            )}
          </li>
        );
      })}
      {day.hr_difference && <li>{day.hr_difference}</li>}
    </ul>
  );
}

interface DayCorrectionsProps extends Omit<PartProps, 'day'> {
  employeeId: number;
}

/** Lists what was corrected on the day, by whom and why, and how to undo it. */
function DayCorrections({ employeeId, about, onCorrect }: DayCorrectionsProps) {
  const query = { employee_id: employeeId, start_date: about.day, end_date: about.day, per_page: 100 };
  const corrections = useResource('GET /corrections', { query });
  return (
    <section aria-label="Corrections" className={s.corrections}>
      <ResourceView resource={corrections} loading="Loading corrections…">
        {({ data }) => (
          <ul className={layout.list}>
            {data.map((correction) => (
              <CorrectionItem
                key={correction.id}
                correction={correction}
                actions={
                  onCorrect && (
                    <UndoButton correction={correction} onUndo={(draft) => onCorrect({ ...draft, ...about })} />
                  )
                }
              />
            ))}
          </ul>
        )}
      </ResourceView>
    </section>
  );
}

/** Fields that all corrections of a day have in common. */
type CorrectedDay = Pick<CorrectionDraft, 'who' | 'day' | 'seen'>;
