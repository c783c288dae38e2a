// What PostgreSQL says of a row whose month has no part yet. Its words depend on its language, the rest does not.

import postgres from 'postgres';
import type { Month } from './parts.ts';

export function missingMonth(error: unknown): Month | undefined {
  if (!(error instanceof postgres.PostgresError) || error.code !== '23514' || error.constraint_name) return undefined;
  const [, month] = /\) = \(([1-9]\d{3}-\d\d)-/.exec(error.detail ?? '') ?? [];
  return error.table_name && month ? { table: error.table_name, month } : undefined;
}
