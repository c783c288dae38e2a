// An exception as a row of the inbox, and its words.

import { exceptionKinds, type SheetEvent } from '../../../shared/contract/workday.ts';
import type { ListedException } from '../../../shared/contract/corrections.ts';
import { attendanceText } from '../../../shared/words/attendanceText.ts';
import { exceptionName } from '../../../shared/words/exceptionWords.ts';
import { formatTime } from '../../../shared/words/time.ts';

export interface ExceptionRow extends ListedException {
  /** Of the record and the kind together: a record may have several exceptions. */
  readonly id: number;
}

const kinds: readonly string[] = exceptionKinds;

export const rowOf = (exception: ListedException): ExceptionRow => ({
  ...exception,
  id: exception.record.id * (kinds.length + 1) + kinds.indexOf(exception.kind) + 1,
});

export const personOf = ({ employee, employee_code }: ListedException) => employee?.name || `Unknown ${employee_code}`;

/** 'Check In at 2026-11-22 08:00:00' */
export const eventInWords = (record: SheetEvent) =>
  `${attendanceText.event(record)} at ${formatTime(record.timestamp)}`;

export const rowName = (exception: ListedException) =>
  `${exceptionName(exception.kind)} of ${personOf(exception)} on ${exception.day}`;
