// Reads all people of a company's HR system, and stores them only if the list is complete.

import type { HrPerson } from '../../../../src/shared/contract/hrConnections.ts';
import { type Db, type Queries, rowsOf, sql } from '../../../platform/db/db.ts';
import { type Log, singleLine } from '../../../platform/log/log.ts';
import { dateOf, instantOf, plusMinutes } from '../../../platform/time/clock.ts';
import { lockCompany } from '../../companies/companyQueries.ts';
import type { OpenConnection } from '../connection/openConnection.ts';
import { NotNow } from '../connectors/connector.ts';
import { type HrSystemTools, readWithin } from '../delivery/hrSystem.ts';
import { endWait, type HrFailure } from '../syncState.ts';
import { findReadings, hasUnmatched, rematch } from './matches.ts';

interface ReadingTools extends HrSystemTools {
  readonly db: Db;
}

const mostPeople = 100_000;

/** Throws NotNow. `note` runs last in the transaction that stores the people. */
export async function readPeople(
  tools: ReadingTools,
  companyId: number,
  opened: OpenConnection,
  note: (queries: Queries) => Promise<void> = async () => {},
): Promise<void> {
  const { db, clock } = tools;
  const { people: talk, name } = opened.connector;
  if (!talk) return;
  await db.run(sql`update hr_connections set people_tried_at = ${instantOf(clock())} where company_id = ${companyId}`);
  const people = usable(await readWithin(tools, opened, talk), name);
  await db.tx(async (queries) => {
    await lockCompany(queries, companyId, 'change');
    if (!(await opened.isCurrent(queries))) return;
    const { people_read_at } = await findReadings(queries, companyId);
    if (people_read_at === null) await endWait(queries, companyId);
    const rows = rowsOf({ id: 'text', number: 'text', name: 'text', email: 'text', is_active: 'boolean' }, people);
    await queries.run(sql`delete from hr_people where company_id = ${companyId}`);
    await queries.run(
      sql`insert into hr_people (company_id, id, number, name, email, is_active)
        select ${companyId}, id, number, name, email, is_active from ${rows} where true`,
    );
    const readAt = instantOf(clock());
    await queries.run(sql`update hr_connections set people_read_at = ${readAt} where company_id = ${companyId}`);
    await rematch(queries, companyId, clock());
    await note(queries);
  });
}

/** Refuses an empty list, which more likely means a missing right than a company without people. */
function usable(people: readonly HrPerson[], name: string): HrPerson[] {
  if (people.length === 0) throw new NotNow(`${name} lists no people: is its user allowed to read employees?`);
  if (people.length > mostPeople) {
    throw new NotNow(`${name} lists more than ${mostPeople.toLocaleString('en')} people`);
  }
  const inLines = people.map(({ number, name, email, ...person }) => ({
    ...person,
    ...{ number: singleLine(number), name: singleLine(name), email: singleLine(email) },
  }));
  return [...new Map(inLines.map((person) => [person.id, person])).values()];
}

const staleMinutes = 60;
const pauseMinutes = 5;
const recentMinutes = 2 * 24 * 60;

/**
 * Called when a sync starts. Without an answer, matches stay as they are. Returns the failure if people were never
 * read, since no record can be sent before its person is matched.
 */
export async function refreshPeople(
  tools: ReadingTools & { readonly log: Log },
  companyId: number,
  opened: OpenConnection,
): Promise<HrFailure | undefined> {
  const { db, clock, log } = tools;
  if (!opened.connector.people) return undefined;
  await db.tx(async (queries) => {
    await lockCompany(queries, companyId, 'change');
    await rematch(queries, companyId, clock());
  });
  const { people_read_at, people_tried_at } = await findReadings(db, companyId);
  const isOlder = (instant: string | null, minutes: number) =>
    instant === null || plusMinutes(dateOf(instant), minutes) <= clock();
  if (people_read_at !== null && !isOlder(people_tried_at, pauseMinutes)) return undefined;
  const isNeeded =
    isOlder(people_read_at, staleMinutes) || (await hasUnmatched(db, companyId, plusMinutes(clock(), -recentMinutes)));
  if (!isNeeded) return undefined;
  try {
    await readPeople(tools, companyId, opened);
    return undefined;
  } catch (error) {
    if (!(error instanceof NotNow)) throw error;
    log.warn('people of the HR system not read', { company_id: companyId, reason: error.message });
    return people_read_at === null ? { reason: error.message, resumeAt: error.resumeAt } : undefined;
  }
}
