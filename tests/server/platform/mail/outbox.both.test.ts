// The outbox delivers each mail once, despite failures and with several processes, and keeps no mail bodies.

import { createServer, Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { startRepeating } from '../../../../server/platform/concurrency/repeating.ts';
import { type Db, sql } from '../../../../server/platform/db/db.ts';
import { databaseDown } from '../../../../server/platform/db/errors.ts';
import { up as addMailExpiry } from '../../../../server/platform/db/migrations/0006-mail-expiry.ts';
import { createLog } from '../../../../server/platform/log/log.ts';
import { createMailer, type Outbox, sendDueMails, startOutbox } from '../../../../server/platform/mail/outbox.ts';
import { addMail, sendWithinMs } from '../../../../server/platform/mail/outboxQueries.ts';
import { instantOf, plusMinutes } from '../../../../server/platform/time/clock.ts';
import { databases } from '../../../support/server/databases.ts';
import { type MailServer, startMailServer } from '../../../support/server/mailServer.ts';
import { listen } from '../../../support/server/ports.ts';
import { openFresh } from '../../../support/server/testDatabase.ts';

describe.each(databases)('on $name', ({ create }) => {
  let db: Db;
  let mailServer: MailServer;
  let now: Date;
  let outbox: Outbox;
  let lines: string[];

  beforeEach(async () => {
    db = await openFresh(create);
    mailServer = await startMailServer();
    now = new Date();
    lines = [];
    const log = createLog('info', (line) => lines.push(line));
    const send = createMailer(mailServer.url, 'Rollcall <no-reply@console.example>');
    outbox = { db, log, clock: () => now, send };
  });
  afterEach(async () => {
    await mailServer.close();
    await db.close();
  });

  const mail = {
    to: 'ada@rollcall.example',
    subject: 'Choose a new password',
    body: 'A secret link with ümlaut\n.\nEnd',
  };
  const expiry = () => plusMinutes(now, 60);
  const dropped = () => lines.filter((line) => line.includes('mail dropped: expired'));
  const recipients = () => mailServer.received.map((text) => /^To: (.*)$/m.exec(text)?.[1]?.trim());
  const later = (minutes: number) => (now = new Date(now.getTime() + minutes * 60_000));
  const rows = () =>
    db.all<{ attempts: number; body: string; last_error: string; sent_at: string | null }>(
      sql`select attempts, body, last_error, sent_at from outbox order by id`,
    );

  test('sends a mail once and clears its body', async () => {
    await addMail(db, mail, now, expiry());
    await sendDueMails(outbox);
    await sendDueMails(outbox);
    expect(mailServer.received).toHaveLength(1);
    const [received = ''] = mailServer.received;
    expect(received).toContain('From: Rollcall <no-reply@console.example>');
    expect(received).toContain('To: ada@rollcall.example');
    expect(received).toMatch(/link with =C3=BCmlaut/);
    expect(await rows()).toMatchObject([{ attempts: 1, body: '', last_error: '' }]);
    expect((await rows())[0]?.sent_at).not.toBeNull();
  });

  test('sends no mail again because the database was away when it was out', async () => {
    await addMail(db, mail, now, expiry());
    let losses = 2;
    const run: Db['run'] = (statement) =>
      mailServer.received.length > 0 && losses-- > 0
        ? Promise.reject(databaseDown(new Error('The connection was closed')))
        : db.run(statement);
    await sendDueMails({ ...outbox, db: { ...db, run } });
    later(10);
    await sendDueMails(outbox);
    expect(mailServer.received).toHaveLength(1);
    expect(await rows()).toMatchObject([{ attempts: 1, body: '' }]);
  });

  test('a mail that was taken, but whose answer was lost, is sent again as the same one', async () => {
    const { send } = outbox;
    const losing: Outbox['send'] = async (...mailAndKey) => {
      await send?.(...mailAndKey);
      throw new Error('Connection closed unexpectedly');
    };
    for (let count = 0; count < 2; count++) await addMail(db, mail, now, expiry());
    await sendDueMails({ ...outbox, send: losing });
    later(10);
    await sendDueMails(outbox);
    const ids = mailServer.received.map((text) => /^Message-ID: <(\w+)@console\.example>\r$/m.exec(text)?.[1]);
    expect(ids).toHaveLength(4);
    expect(ids.slice(2)).toEqual(ids.slice(0, 2));
    expect(new Set(ids).size).toBe(2);
  });

  test('retries a refused mail until it expires, then drops it and logs that once', async () => {
    mailServer.refusal = '451 try again later';
    await addMail(db, mail, now, expiry());
    const tries: number[] = [];
    for (let minute = 0; minute <= 120; minute++) {
      const before = (await rows())[0]?.attempts;
      await sendDueMails(outbox);
      if ((await rows())[0]?.attempts !== before) tries.push(minute);
      later(1);
    }
    expect(tries).toEqual([0, 1, 3, 7, 15, 25, 35, 45, 55]);
    expect(await rows()).toMatchObject([{ body: '', sent_at: null }]);
    expect((await rows())[0]?.last_error).toContain('try again later');
    expect(dropped()).toHaveLength(1);
  });

  test.each([
    ['with a password', '127.0.0.1', 'ada:secret@'],
    ['to another host', '127.0.0.2', ''],
  ])('sends nothing %s in clear text, unless SMTP_URL allows it', async (_what, host, credentials) => {
    const plain = await startMailServer(host);
    const url = plain.url.replace('//', `//${credentials}`);
    await addMail(db, mail, now, expiry());
    await sendDueMails({ ...outbox, send: createMailer(url, 'rollcall@console.example') });
    expect(plain.commands.map((command) => command.split(' ')[0])).toEqual(['EHLO', 'STARTTLS']);
    expect(lines.join()).toContain('SMTP_URL requires TLS');

    later(1);
    await sendDueMails({ ...outbox, send: createMailer(`${url}?requireTLS=false`, 'rollcall@console.example') });
    expect(plain.received).toHaveLength(1);
    await plain.close();
  });

  test('does not send a mail that expired before the first try', async () => {
    await addMail(db, mail, now, expiry());
    later(60);
    await addMail(db, { ...mail, to: 'other@rollcall.example' }, now, expiry());
    await sendDueMails(outbox);
    expect(recipients()).toEqual(['other@rollcall.example']);
    expect(await rows()).toMatchObject([{ attempts: 0, body: '', sent_at: null }, { attempts: 1 }]);
    expect(dropped()).toHaveLength(1);
  });

  test('without a mail server, a mail waits until it expires, and loses its text and what it brings', async () => {
    await addMail(db, { ...mail, attachments: [{ name: 'hours.csv', content: 'QW5u' }] }, now, expiry());
    const unsent = { ...outbox, send: undefined };
    const texts = () => db.all(sql`select body, attachments <> '' as has_file from outbox`, ['has_file']);
    await sendDueMails(unsent);
    expect(await texts()).toEqual([{ body: mail.body, has_file: true }]);
    later(60);
    await sendDueMails(unsent);
    expect(await texts()).toEqual([{ body: '', has_file: false }]);
    expect(dropped()).toHaveLength(1);
  });

  test('expires mails from before the upgrade an hour after they were queued', async () => {
    await db.exec('alter table outbox drop column expires_at');
    const [at, body] = [instantOf(now), mail.body];
    await db.run(
      sql`insert into outbox (recipient, subject, body, created_at) values ('a@b.example', 'Old', ${body}, ${at})`,
    );
    await db.exec(addMailExpiry(db.dialect));
    expect(await db.all(sql`select expires_at from outbox`)).toEqual([{ expires_at: instantOf(expiry()) }]);
  });

  test('retries a refused mail later without holding up the others', async () => {
    mailServer.refusal = '550 no';
    await addMail(db, mail, now, expiry());
    await sendDueMails(outbox);
    mailServer.refusal = undefined;
    await addMail(db, { ...mail, to: 'other@rollcall.example' }, now, expiry());
    await sendDueMails(outbox);
    expect(mailServer.received).toHaveLength(1);
    later(1);
    await sendDueMails(outbox);
    expect(recipients()).toEqual(['other@rollcall.example', 'ada@rollcall.example']);
  });

  test('retries at once when the clock, which was hours ahead, has been set right', async () => {
    await addMail(db, mail, now, plusMinutes(now, 3 * 24 * 60));
    mailServer.refusal = '550 no';
    later(5 * 60);
    await sendDueMails(outbox);
    mailServer.refusal = undefined;
    later(-5 * 60);
    await sendDueMails(outbox);
    expect(recipients()).toEqual(['ada@rollcall.example']);
  });

  test('sends each mail once with several processes', async () => {
    for (let number = 0; number < 10; number++)
      await addMail(db, { ...mail, subject: `Number ${number}` }, now, expiry());
    await Promise.all([1, 2, 3, 4].map(() => sendDueMails(outbox)));
    await sendDueMails(outbox);
    const subjects = mailServer.received.map((text) => /^Subject: (.*)$/m.exec(text)?.[1]?.trim());
    expect(subjects.sort()).toEqual(Array.from({ length: 10 }, (_, number) => `Number ${number}`));
  });

  test('a mail that takes long is left to the process that sends it', async () => {
    await addMail(db, mail, now, expiry());
    let finish = () => {};
    const slow = new Promise<void>((resolve) => (finish = resolve));
    const sent: string[] = [];
    const first = sendDueMails({
      ...outbox,
      async send() {
        sent.push('first');
        await slow;
      },
    });
    await expect.poll(() => sent).toEqual(['first']);
    // Waits as long as sending a mail may take.
    later(sendWithinMs / 60_000);
    await sendDueMails({ ...outbox, send: async () => void sent.push('second') });
    finish();
    await first;
    later(10);
    await sendDueMails({ ...outbox, send: async () => void sent.push('second') });
    expect(sent).toEqual(['first']);
  });

  test('leaves a mail server the ten minutes that RFC 5321 asks for, as a mail given up too early arrives twice', async () => {
    const limits = vi.spyOn(Socket.prototype, 'setTimeout');
    await addMail(db, mail, now, expiry());
    await sendDueMails(outbox);
    expect(limits.mock.calls.map(([milliseconds]) => milliseconds)).toContain(10 * 60_000);
    expect(sendWithinMs).toBeGreaterThan(10 * 60_000);
    limits.mockRestore();
  });

  test('gives up a mail server that goes on talking, and ends the connection', async () => {
    let ended = false;
    const talker = createServer((socket) => {
      const timer = setInterval(() => socket.write('220-wait\r\n'), 20);
      socket.on('error', () => {});
      socket.on('close', () => {
        clearInterval(timer);
        ended = true;
      });
    });
    const port = await listen(talker);
    const send = createMailer(`smtp://127.0.0.1:${port}`, 'rollcall@console.example', 300);
    await expect(send(mail, '1')).rejects.toThrow('The mail server took longer than 0.3 seconds');
    await expect.poll(() => ended).toBe(true);
    talker.close();
  });

  test('a mail server that is silent about one mail gets the next ones meanwhile, each once', async () => {
    for (const to of ['slow@rollcall.example', 'ada@rollcall.example'])
      await addMail(db, { ...mail, to }, now, expiry());
    let finish = () => {};
    const slow = new Promise<void>((resolve) => (finish = resolve));
    const sent: string[] = [];
    const send = async ({ to }: { to: string }) => {
      sent.push(to);
      if (to.startsWith('slow')) await slow;
    };
    const job = startOutbox({ ...outbox, send }, 20);
    await expect.poll(() => sent).toEqual(['slow@rollcall.example', 'ada@rollcall.example']);
    await addMail(db, { ...mail, to: 'bob@rollcall.example' }, now, expiry());
    await expect.poll(() => sent.at(-1)).toBe('bob@rollcall.example');
    finish();
    await job.stop();
    expect(sent).toHaveLength(3);
    expect(await rows()).toMatchObject([1, 2, 3].map(() => ({ attempts: 1, body: '' })));
  });

  test('stops after the current mail', async () => {
    for (const to of ['ada@rollcall.example', 'bob@rollcall.example'])
      await addMail(db, { ...mail, to }, now, expiry());
    const sent: string[] = [];
    const stopping: Promise<void>[] = [];
    const job = startOutbox({
      ...outbox,
      async send({ to }) {
        sent.push(to);
        stopping.push(job.stop());
      },
    });
    await expect.poll(() => stopping.length).toBeGreaterThan(0);
    await Promise.all(stopping);
    expect(sent).toEqual(['ada@rollcall.example']);
    expect(await rows()).toMatchObject([{ attempts: 1 }, { attempts: 0, sent_at: null }]);
  });

  test('stops while a mail server does not answer, and the mail is sent later', async () => {
    await addMail(db, mail, now, expiry());
    let isAsked = false;
    const silent = () => new Promise<void>(() => (isAsked = true));
    const job = startOutbox({ ...outbox, send: silent }, 20, 20);
    await expect.poll(() => isAsked).toBe(true);
    await job.stop();
    later(20);
    await sendDueMails(outbox);
    expect(recipients()).toEqual(['ada@rollcall.example']);
  });

  test('polls until it is stopped', async () => {
    const job = startOutbox(outbox, 20);
    await addMail(db, mail, now, expiry());
    await expect.poll(() => mailServer.received.length).toBe(1);
    await job.stop();
    await addMail(db, mail, now, expiry());
    // By the third run of a reference job with the same pause, this one would have run again.
    let runs = 0;
    const reference = startRepeating('reference', 20, outbox.log, async () => void runs++);
    await expect.poll(() => runs).toBeGreaterThan(2);
    await reference.stop();
    expect(mailServer.received).toHaveLength(1);
  });
});
