// What happened, as a sentence with the times of that day.

import type { ExceptionKind } from '../../../src/shared/contract/workday.ts';
import { exceptionSentence } from '../../../src/shared/words/exceptionWords.ts';
import type { BusinessTime } from '../../platform/time/businessTime.ts';

interface Happened {
  readonly kind: ExceptionKind;
  readonly event: { readonly occurredAt: string };
  readonly other?: { readonly occurredAt: string };
}

export function sentenceOf({ kind, event, other }: Happened, employeeCode: string, businessTime: BusinessTime): string {
  const shown = ({ occurredAt }: { occurredAt: string }) => businessTime.wallClock(occurredAt).slice(11, 19);
  return exceptionSentence(kind, { at: shown(event), otherAt: other ? shown(other) : '', employeeCode });
}
