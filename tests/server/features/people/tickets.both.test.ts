// Sign-in tickets: each works once, for its step and its user, for ten minutes.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { normalizeEmail } from '../../../../server/features/people/credentialQueries.ts';
import { endSessionsOf } from '../../../../server/features/people/sessionQueries.ts';
import { createTicket, findTicket, isFreshlySignedIn, takeTicket } from '../../../../server/features/people/tickets.ts';
import { serverCaller } from '../../../../server/platform/access/caller.ts';
import { hashOfToken } from '../../../../server/platform/crypto/hashes.ts';
import { one, sql } from '../../../../server/platform/db/db.ts';
import { databases } from '../../../support/server/databases.ts';
import { startServer, type TestServer } from '../../../support/server/server.ts';

const now = new Date('2026-11-23T12:00:00Z');
const minutesLater = (minutes: number) => new Date(now.getTime() + minutes * 60_000);

describe.each(databases)('on $name', ({ create }) => {
  let server: TestServer;
  let userId: number;
  beforeAll(async () => {
    server = await startServer({ createDatabase: create });
    const email = normalizeEmail(server.users.manager.email);
    ({ id: userId } = await one<{ id: number }>(server.db, sql`select id from users where email = ${email}`));
  });
  afterAll(() => server.stop());

  const ticketOf = (data = '') => createTicket(server.db, { stage: 'second_factor', userId, data }, now);
  const take = (ticket: string, at = now) => takeTicket(server.db, ticket, 'second_factor', at);

  test('an invented one, or one for another step, is not accepted', async () => {
    const ticket = await ticketOf();
    expect(await take('invented')).toBeUndefined();
    expect(await takeTicket(server.db, ticket, 'confirming', now)).toBeUndefined();
    expect(await findTicket(server.db, ticket, 'single_sign_on', now)).toBeUndefined();
  });

  test('expires after ten minutes', async () => {
    const ticket = await ticketOf();
    expect(await findTicket(server.db, ticket, 'second_factor', minutesLater(9))).toBeDefined();
    expect(await take(ticket, minutesLater(10))).toBeUndefined();
  });

  test('of a clock that was far ahead is not accepted, and its session does not count as fresh', async () => {
    const ticket = await ticketOf();
    expect(await findTicket(server.db, ticket, 'second_factor', minutesLater(-9))).toBeDefined();
    expect(await take(ticket, minutesLater(-60))).toBeUndefined();

    const caller = { ...serverCaller, session: hashOfToken(await server.signIn(server.users.manager)) };
    const isFresh = (minutesAhead: number) =>
      isFreshlySignedIn(server.db, { caller, now: new Date(Date.now() - minutesAhead * 60_000) });
    expect([await isFresh(5), await isFresh(60)]).toEqual([true, false]);
  });

  test('tells whose it is, and works once, also for eight at once', async () => {
    const ticket = await ticketOf('where to go');
    const taken = await Promise.all(Array.from({ length: 8 }, () => take(ticket)));
    expect(taken.filter(Boolean)).toEqual([{ userId, data: 'where to go' }]);
    expect(await take(ticket)).toBeUndefined();
  });

  test('ends when the sessions of its user end', async () => {
    const ticket = await ticketOf();
    await endSessionsOf(server.db, userId, '');
    expect(await take(ticket)).toBeUndefined();
  });

  test('is stored as a hash only', async () => {
    const ticket = await ticketOf();
    const rows = await server.db.all(sql`select * from sign_in_tickets`);
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(ticket);
  });
});
