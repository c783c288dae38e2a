// What another reading of people's facts changes in attendance.

import type { EventType } from '../../../../src/shared/contract/queries.ts';
import { guessOf } from '../interpret/rulesOfFact.ts';
import type { OwnRecord } from './personFacts.ts';
import type { PersonReading } from './readPeople.ts';

export type Difference = PersonReading & { readonly record: RecordStep };

/** What becomes of the record that is read from the fact. */
export type RecordStep =
  | { readonly step: 'none' }
  | { readonly step: 'add'; readonly type: EventType }
  | { readonly step: 'change'; readonly from: OwnRecord; readonly type: EventType }
  | { readonly step: 'remove'; readonly from: OwnRecord };

export const isAttendance = (reading: PersonReading['reading']): reading is ReadAsAttendance =>
  reading.outcome === 'attendance';
type ReadAsAttendance = Extract<PersonReading['reading'], { readonly type: EventType }>;

export const differenceOf = (read: PersonReading): Difference => ({ ...read, record: stepOf(read) });

function stepOf({ fact, reading }: PersonReading): RecordStep {
  const from = fact.stored?.record;
  if (!isAttendance(reading)) return from ? { step: 'remove', from } : { step: 'none' };
  const { type } = reading;
  if (!from) return { step: 'add', type };
  const isSame = from.type === type && from.occurredAt === fact.occurredAt && from.guessedBy === guessOf(fact);
  return isSame ? { step: 'none' } : { step: 'change', from, type };
}
