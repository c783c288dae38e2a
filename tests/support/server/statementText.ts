import type { Sql } from '../../../server/platform/db/sql.ts';
import { StatementTexts } from '../../../server/platform/db/statementTexts.ts';

const texts = new StatementTexts('sqlite', () => '?');

/** What SQLite is asked, for tests that look at statements. */
export const textOf = (statement: Sql): string => texts.of(statement);
