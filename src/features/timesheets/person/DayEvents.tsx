// The events of a day, those that do not count as well.

import clsx from 'clsx';
import { Link } from 'wouter';
import { paths } from '../../../platform/boot/paths.ts';
import type { SheetDay, SheetEvent } from '../../../shared/contract/entities/day.ts';
import type { CorrectionDraft } from '../../corrections/draft.ts';
import { addressOf } from '../../../shared/words/address.ts';
import { eventTypes } from '../../../shared/words/attendanceText.ts';
import { formatTime } from '../../../shared/words/time.ts';
import { useCanCall } from '../../../platform/session/permissions.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import type { CorrectedDay } from './correctedDay.ts';
import * as s from './DayDetails.module.css';

interface DayEventsProps {
  day: SheetDay;
  about: CorrectedDay;
  employeeId: number;
  companyId: number;
  /** Undefined for those who may not correct. */
  onCorrect: ((draft: CorrectionDraft) => void) | undefined;
}

export function DayEvents({ day, about, employeeId, companyId, onCorrect }: DayEventsProps) {
  const mayView = useCanCall()('GET /attendance');
  const recordAddress = (record: number) =>
    addressOf(paths.attendance, {
      company_id: companyId || undefined,
      employee_id: employeeId,
      start_date: day.day,
      end_date: day.day,
      record,
    });
  return (
    <ul className={s.events}>
      {day.events.map((event) => {
        const what = `${wordOf(event)} at ${formatTime(event.timestamp)}`;
        return (
          <li key={event.id} className={clsx(event.is_set_aside && s.setAside)}>
            <span className={s.clock}>{formatTime(event.timestamp).slice(11)}</span>
            <span>{wordOf(event)}</span>
            <span className={s.controller}>{event.controller}</span>
            <span className={s.actions}>
              {mayView && (
                <Link href={recordAddress(event.id)} aria-label={`View ${what}`}>
                  View
                </Link>
              )}
              {onCorrect && !event.is_set_aside && (
                <Button
                  kind="quiet"
                  size="small"
                  aria-label={`Set Aside ${what}`}
                  onClick={() => onCorrect({ kind: 'set_aside', recordId: event.id, what, ...about })}
                >
                  Set Aside
                </Button>
              )}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

function wordOf({ event_type, is_manual, is_set_aside }: SheetEvent): string {
  const word = eventTypes.find(({ value }) => value === event_type)?.label ?? event_type;
  const marks = [...(is_manual ? ['added by hand'] : []), ...(is_set_aside ? ['set aside'] : [])];
  return marks.length > 0 ? `${word} (${marks.join(', ')})` : word;
}
