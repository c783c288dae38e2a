// The server dies while it writes corrections, at each statement in turn: nothing is half done, and sending the request
// again neither loses nor duplicates a correction.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { correct } from '../../../../server/features/corrections/correctionHandlers.ts';
import type { Caller } from '../../../../server/platform/access/caller.ts';
import { verifyAudit } from '../../../../server/platform/audit/verifyAudit.ts';
import { one, sql } from '../../../../server/platform/db/db.ts';
import { startWorkforce, type Workforce } from '../../../support/people/workforce.ts';
import { databases } from '../../../support/server/databases.ts';
import { crashable } from '../../../support/server/statements.ts';

const now = new Date('2031-03-12T18:00:00Z');
const date = '2031-03-05';

describe.each(databases)('on $name', ({ create }) => {
  let workforce: Workforce;

  beforeAll(async () => {
    workforce = await startWorkforce(create, now);
  });
  afterAll(() => workforce.server.stop());

  /** What is stored about a person. */
  const stored = (name: string) =>
    one<{ made: number; added: number; aside: number; acts: number }>(
      workforce.server.db,
      sql`select
        (select count(*) from corrections where employee_id = ${workforce.idOf(name)}) as made,
        (select count(*) from attendance where employee_id = ${workforce.idOf(name)} and added_by is not null) as added,
        (select count(*) from attendance where employee_id = ${workforce.idOf(name)} and set_aside_by is not null) as aside,
        (select count(*) from audit where request_id = ${name}) as acts`,
    );

  async function correctWithCrash(
    name: string,
    wrong: number,
    crashAt: number,
  ): Promise<'crashed' | 'done' | 'refused'> {
    const caller: Caller = {
      id: 1,
      name: 'Ada',
      email: '',
      permissions: new Set(['companies.all']),
      session: '',
      address: '',
    };
    let steps = 0;
    const db = crashable(workforce.server.db, () => ++steps === crashAt);
    const addition = {
      kind: 'add',
      employee_id: workforce.idOf(name),
      timestamp: `${date}T16:30`,
      event_type: 'check-out',
    } as const;
    const body = { corrections: [addition, { kind: 'set_aside', record_id: wrong } as const], reason: 'Forgot' };
    return correct({ db, caller, body, now, requestId: name }).then(
      () => 'done',
      (error: Error) => (error.message === 'The process crashed' ? 'crashed' : 'refused'),
    );
  }

  test('all is stored or nothing, and sending it again completes it', async () => {
    const outcomes = new Set<string>();
    for (let crashAt = 1; ; crashAt++) {
      const name = `Person ${crashAt}`;
      await workforce.employ(name);
      const [, wrong = 0] = await workforce.punch(name, date, 'in 08:00', 'out 09:00');
      const result = await correctWithCrash(name, wrong, crashAt);
      const { made, added, aside, acts } = await stored(name);
      expect([
        [0, 0, 0, 0],
        [2, 1, 1, 1],
      ]).toContainEqual([made, added, aside, acts]);
      if (result === 'done') break;
      const again = await correctWithCrash(name, wrong, 0);
      expect(again).toBe(made === 0 ? 'done' : 'refused');
      outcomes.add(again);
      expect(await stored(name)).toEqual({ made: 2, added: 1, aside: 1, acts: 1 });
    }
    expect([...outcomes].sort()).toEqual(['done', 'refused']);
    expect((await verifyAudit(workforce.server.db)).fault).toBeUndefined();
  });
});
