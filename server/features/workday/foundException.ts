// An exception as it is computed, before anything is known about its answer.

import type { ExceptionKind } from '../../../src/shared/contract/workday.ts';
import type { Query } from '../../../src/shared/contract/calls.ts';
import type { Caller } from '../../platform/access/caller.ts';
import type { BusinessTime } from '../../platform/time/businessTime.ts';
import type { Days } from './loadDays.ts';
import type { RecordOfDay } from './shownEvents.ts';
import type { NamedPerson } from './people.ts';

export interface FoundException {
  readonly kind: ExceptionKind;
  readonly day: string;
  readonly company: NamedPerson['company'];
  /** Missing for an event of nobody. */
  readonly person?: NamedPerson;
  readonly employeeCode: string;
  readonly event: RecordOfDay;
  /** The event that it repeats, or the check-out that came too late. */
  readonly other?: { readonly occurredAt: string };
}

export interface ExceptionsRequest {
  readonly caller: Caller;
  readonly filters: Pick<Query<'GET /exceptions/counts'>, 'company_id' | 'employee_id'>;
  readonly period: Days;
  readonly businessTime: BusinessTime;
  readonly now: Date;
}
