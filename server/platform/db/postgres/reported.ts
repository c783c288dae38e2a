// What PostgreSQL itself said of a statement, unlike what went wrong on the way there.

import postgres from 'postgres';

export const reported = (error: unknown): postgres.PostgresError | undefined =>
  error instanceof postgres.PostgresError ? error : undefined;
