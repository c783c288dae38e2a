// Whatever is corrected, the preview predicts every day exactly: the days it names become what it says, and all others
// stay the same. Random corrections of random punches, around a clock change and with days that begin at 04:00.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createChance } from '../../../../server/app/sample/random.ts';
import { rowsOf, sql } from '../../../../server/platform/db/db.ts';
import { instantOf } from '../../../../server/platform/time/clock.ts';
import { answerDecoder } from '../../../../src/shared/contract/calls.ts';
import type { SheetDay } from '../../../../src/shared/contract/timesheets.ts';
import { randomPunches } from '../../../support/people/randomPunches.ts';
import { addColleague } from '../../../support/people/users.ts';
import { startWorkforce, type Workforce } from '../../../support/people/workforce.ts';
import { databases } from '../../../support/server/databases.ts';

const now = new Date('2031-04-10T18:00:00Z');
const firstDay = '2031-03-24';
const lastDay = '2031-04-06';
const requests = 30;

describe.each(databases)('on $name', ({ create }) => {
  let workforce: Workforce;
  let corrector: string;
  const chance = createChance(16);

  beforeAll(async () => {
    workforce = await startWorkforce(create, now);
    const { company, server, token } = workforce;
    const body = { starts_at: '04:00', repeat_seconds: 60, needs_second_person: false };
    await server.ask(`PUT /companies/${company}/day-rules`, { token, body });
    corrector = await addColleague(
      server.db,
      'Olga',
      ['corrections.create', 'attendance.view', 'timesheets.view'],
      [company],
      now,
    );
    await workforce.employ('Anna');
    const rows = randomPunches(chance, firstDay, 14).map(({ at, direction }) => ({
      at: instantOf(new Date(at)),
      type: direction === 'out' ? 'check-out' : 'check-in',
    }));
    await server.db.run(
      sql`insert into attendance (company_id, employee_id, employee_code, access_controller_id, event_type, occurred_at,
          created_at)
        select ${company}, ${workforce.idOf('Anna')}, 'Anna',
          (select min(id) from access_controllers where company_id = ${company}), type, at, at
        from ${rowsOf({ at: 'timestamp(0)', type: 'text' }, rows)} where true on conflict do nothing`,
    );
  });
  afterAll(() => workforce.server.stop());

  const ask = (key: string, body?: object) => workforce.server.ask(key, { token: corrector, ...(body && { body }) });
  async function sheet(): Promise<Map<string, SheetDay>> {
    const { json } = await ask(`GET /timesheets/${workforce.idOf('Anna')}?start_date=${firstDay}&end_date=${lastDay}`);
    return new Map(answerDecoder('GET /timesheets/{id}')(json.data).days.map((day) => [day.day, day]));
  }
  const figuresOf = (day: SheetDay | undefined) => ({
    first_in: day?.first_in ?? '',
    last_out: day?.last_out ?? '',
    worked_minutes: day?.worked_minutes ?? 0,
  });

  async function randomCorrection(days: ReadonlyMap<string, SheetDay>): Promise<object> {
    const events = [...days.values()].flatMap((day) => day.events);
    const open = [...days.values()].flatMap((day) => day.exceptions);
    const two = (value: number) => String(value).padStart(2, '0');
    const { json } = await ask('GET /corrections?state=applied&per_page=200');
    const made = answerDecoder('GET /corrections')(json.data).data.filter(({ kind }) => kind !== 'undo');
    const kind = chance.pick(['add', 'add', 'set_aside', 'as_is', 'undo'] as const);
    const anyOf = <T>(items: readonly T[]): T | undefined => items[chance.whole(0, items.length - 1)];
    switch (kind) {
      case 'add': {
        const date = new Date(Date.parse(firstDay) + chance.whole(0, 13) * 24 * 60 * 60_000).toISOString().slice(0, 10);
        const timestamp = `${date}T${two(chance.whole(0, 23))}:${two(chance.whole(0, 59))}`;
        const event_type = chance.pick(['check-in', 'check-out'] as const);
        return { kind, employee_id: workforce.idOf('Anna'), timestamp, event_type };
      }
      case 'set_aside':
        return { kind, record_id: anyOf(events)?.id };
      case 'as_is': {
        const exception = anyOf(open);
        return { kind, record_id: exception?.record_id, exception: exception?.kind };
      }
      case 'undo':
        return { kind, correction_id: anyOf(made)?.id };
    }
  }

  test(`${requests} requests`, async () => {
    let accepted = 0;
    let before = await sheet();
    for (let index = 0; index < requests; index++) {
      const count = chance.whole(1, 3);
      const corrections: object[] = [];
      while (corrections.length < count) corrections.push(await randomCorrection(before));
      const body = { corrections, reason: `Request ${index}` };
      const preview = await ask('POST /corrections/preview', body);
      const made = await ask('POST /corrections', body);
      expect(made.status).toBe(preview.status === 200 ? 201 : preview.status);
      expect(made.json.errors).toEqual(preview.json.errors);
      const after = await sheet();
      const foreseen = preview.status === 200 ? answerDecoder('POST /corrections/preview')(preview.json.data).days : [];
      if (preview.status === 200) accepted += 1;
      const named = new Map(foreseen.map((day) => [day.day, day]));
      for (const day of new Set([...before.keys(), ...after.keys()])) {
        const change = named.get(day);
        expect(figuresOf(before.get(day)), `${day} before ${JSON.stringify(corrections)}`).toEqual(
          change?.before ?? figuresOf(after.get(day)),
        );
        expect(figuresOf(after.get(day)), `${day} after ${JSON.stringify(corrections)}`).toEqual(
          change?.after ?? figuresOf(before.get(day)),
        );
      }
      before = after;
    }
    expect(accepted).toBeGreaterThan(requests / 4);
  });
});
