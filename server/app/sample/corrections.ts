// Adds corrections to the sample: some of the forgotten check-outs, and the badge of a visitor. In one company a second
// person must agree, and one correction still waits. They are made by the same code as users' corrections.

import type { CorrectionRequest } from '../../../src/shared/contract/corrections.ts';
import { correct, decide } from '../../features/corrections/correctionHandlers.ts';
import { permissionsOf } from '../../features/people/sessionQueries.ts';
import { loadDays } from '../../features/workday/loadDays.ts';
import type { Caller } from '../../platform/access/caller.ts';
import { type Db, one, scalars, sql } from '../../platform/db/db.ts';
import { type Clocks, dateOf, daysAfter, instantOf, plusMinutes } from '../../platform/time/clock.ts';
import { companies } from './companies.ts';

const shiftMinutes = 8.5 * 60;
const daysLookedAt = 12;

interface Forgotten {
  readonly employeeId: number;
  readonly company: string;
  readonly recordId: number;
  /** When the person probably left. */
  readonly left: string;
}

export async function addCorrections(
  db: Db,
  { manager, administrator }: Readonly<Record<'manager' | 'administrator', string>>,
  clocks: Clocks,
  now: Date,
): Promise<void> {
  const [asking, agreeing] = [await callerOf(db, manager), await callerOf(db, administrator)];
  /** Date the corrections yesterday and this morning, one after the other. */
  let at = plusMinutes(now, -20 * 60);
  const make = (caller: Caller, reason: string, correction: CorrectionRequest) => {
    at = plusMinutes(at, 7);
    return correct({ db, caller, body: { reason, corrections: [correction] }, now: at, requestId: '' });
  };
  const checkOut = ({ employeeId, left }: Forgotten): CorrectionRequest => ({
    kind: 'add',
    employee_id: employeeId,
    event_type: 'check-out',
    timestamp: clocks.ofInstallation.wallClock(left).slice(0, 16),
  });

  const needsTwo = new Set(companies.filter(({ dayRules }) => dayRules?.needs_second_person).map(({ name }) => name));
  const forgotten = await forgottenCheckOuts(db, clocks, at);
  const [waiting, approved] = forgotten.filter(({ company }) => needsTwo.has(company));
  const [added, settled] = forgotten.filter(({ company }) => !needsTwo.has(company));
  if (waiting) await make(asking, 'Left through the car park, where the reader was off', checkOut(waiting));
  if (approved) {
    const { corrections } = await make(
      asking,
      'Forgot to check out. The shift leader confirms the time',
      checkOut(approved),
    );
    const ids = corrections.map(({ id }) => id);
    await db.tx((queries) => decide(queries, ids, true, { caller: agreeing, now: plusMinutes(at, 3), reason: '' }));
  }
  if (added) await make(agreeing, 'Forgot to check out, told us by telephone', checkOut(added));
  if (settled) {
    await make(agreeing, 'Taken ill and driven home. The hours were settled with payroll', {
      kind: 'as_is',
      record_id: settled.recordId,
      exception: 'no_check_out',
    });
  }
  const [badge] = await scalars(
    db,
    sql`select id from attendance where employee_id is null and occurred_at < ${instantOf(at)}
        and company_id not in (select company_id from day_rules where needs_second_person = true)
      order by occurred_at desc limit 1`,
  );
  if (badge) await make(agreeing, "A visitor's badge", { kind: 'set_aside', record_id: badge });
}

async function callerOf(db: Db, email: string): Promise<Caller> {
  const user = await one<Pick<Caller, 'id' | 'name' | 'email'>>(
    db,
    sql`select id, name, email from users where email = ${email}`,
  );
  return { ...user, permissions: await permissionsOf(db, user.id), session: '', address: '' };
}

/** Forgotten check-outs of people who had left long before `now`, the oldest first. */
async function forgottenCheckOuts(db: Db, clocks: Clocks, now: Date): Promise<Forgotten[]> {
  const people = await db.all<{ id: number; companyId: number; company: string }>(
    sql`select employees.id, company_id as "companyId", companies.name as company
      from employees join companies on companies.id = company_id order by employees.id`,
  );
  const employed = people.map((person) => ({ ...person, employedFrom: null, employedUntil: null }));
  const today = clocks.ofInstallation.dayOf(instantOf(now));
  const period = { from: daysAfter(today, -daysLookedAt), until: daysAfter(today, -1) };
  const days = await loadDays(db, employed, period, { clocks, now });
  return people
    .flatMap(({ id, company }) =>
      (days.get(id) ?? []).flatMap(({ firstIn, exceptions }) =>
        exceptions
          .filter(({ kind }) => kind === 'no_check_out')
          .map(({ event }) => ({
            employeeId: id,
            company,
            recordId: event.id,
            left: leftAt(firstIn?.occurredAt ?? event.occurredAt, event.occurredAt),
          })),
      ),
    )
    .filter(({ left }) => left < instantOf(now))
    .sort((one, other) => (one.left < other.left ? -1 : 1));
}

/** Guesses when somebody left: a whole shift after the first check-in, but some time after the last one. */
function leftAt(firstIn: string, lastIn: string): string {
  const wholeShift = instantOf(plusMinutes(dateOf(firstIn), shiftMinutes));
  const soonest = instantOf(plusMinutes(dateOf(lastIn), 90));
  return wholeShift > soonest ? wholeShift : soonest;
}
