// An exception as a row of the inbox, and its words.

import { exceptionKinds, type ListedException } from '../../contract/entities/day.ts';
import { eventTypes } from '../../format/attendanceText.ts';
import { exceptionName } from '../../format/exceptionWords.ts';
import { formatTime } from '../../format/time.ts';

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

export const eventOf = ({ record: { event_type } }: ListedException) =>
  eventTypes.find(({ value }) => value === event_type)?.label ?? event_type;

/** 'Check In at 2026-11-22 08:00:00' */
export const eventInWords = (exception: ListedException) =>
  `${eventOf(exception)} at ${formatTime(exception.record.timestamp)}`;

export const rowName = (exception: ListedException) =>
  `${exceptionName(exception.kind)} of ${personOf(exception)} on ${exception.day}`;
