import { type Sql, StatementTexts } from '../../../server/platform/db/sql.ts';

const texts = new StatementTexts('sqlite', () => '?');

/** What SQLite is asked, for tests that look at statements. */
export const textOf = (statement: Sql): string => texts.of(statement);
