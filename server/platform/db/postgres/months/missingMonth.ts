// What PostgreSQL says of a row whose month has no part yet. Its words depend on its language, the rest does not.

import { reported } from '../reported.ts';
import type { Month } from './parts.ts';

export function missingMonth(error: unknown): Month | undefined {
  const refusal = reported(error);
  if (refusal?.code !== '23514' || refusal.constraint_name) return undefined;
  const [, month] = /\) = \(([1-9]\d{3}-\d\d)-/.exec(refusal.detail ?? '') ?? [];
  return refusal.table_name && month ? { table: refusal.table_name, month } : undefined;
}
