// A file of 200,000 lines, sent twice: the second time changes nothing.

import { expect, test } from 'vitest';
import { one, sql } from '../../../../server/platform/db/db.ts';
import { answerDecoder } from '../../../../src/shared/contract/calls.ts';
import { linesAtOnce } from '../../../../src/shared/contract/deviceEvents.ts';
import { startServer } from '../../../support/server/server.ts';
import { createCompany } from './intake/company.ts';

const people = 100;
const days = 500;
const times = ['08:00:00', '12:00:00', '12:30:00', '17:00:00'];

test('a file of 200,000 lines is stored, and uploaded again it changes nothing', { timeout: 600_000 }, async () => {
  const server = await startServer({ clock: () => new Date('2026-11-27T12:00:00Z') });
  try {
    const token = await server.signIn(server.users.administrator);
    const { addDoor, employ } = await createCompany(server.db);
    const door = await addDoor({ setUpAt: '2025-01-01 00:00:00' });
    for (let person = 1; person <= people; person++) await employ(String(person));
    const rows = Array.from({ length: days * times.length * people }, (_, index) => {
      const punch = Math.floor(index / people);
      const day = new Date(Date.UTC(2025, 1, 1 + Math.floor(punch / times.length))).toISOString().slice(0, 10);
      const at = `${day} ${times[punch % times.length]}`;
      return { line: index + 1, cells: [`${(index % people) + 1}`, at, '1', String(punch % 2), '1', '0'] };
    });
    async function upload(): Promise<{ checkIns: number; known: number }> {
      let [checkIns, known] = [0, 0];
      for (let from = 0; from < rows.length; from += linesAtOnce) {
        const body = { name: '1_attlog.dat', header: [], rows: rows.slice(from, from + linesAtOnce), dry_run: false };
        const { status, json } = await server.ask(`POST /access-controllers/${door.controllerId}/device/file`, {
          token,
          body,
        });
        expect(status).toBe(200);
        const read = answerDecoder('POST /access-controllers/{id}/device/file')(json.data);
        checkIns += read.check_ins;
        known += read.known;
      }
      return { checkIns, known };
    }
    const first = await upload();
    expect([first.checkIns, first.known]).toEqual([100_000, 0]);
    const again = await upload();
    expect([again.checkIns, again.known]).toEqual([0, 200_000]);
    const { total } = await one<{ total: number }>(
      server.db,
      sql`select count(*) as total from attendance where access_controller_id = ${door.controllerId}`,
    );
    expect(total).toBe(200_000);
  } finally {
    await server.stop();
  }
});
