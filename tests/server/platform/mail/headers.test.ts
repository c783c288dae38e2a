// Text that users typed ends up in mails: in the recipient's address and in subjects.

import { afterEach, beforeEach, expect, test } from 'vitest';
import { createMailer } from '../../../../server/platform/mail/outbox.ts';
import { type MailServer, startMailServer } from '../../../support/server/mailServer.ts';

let mailServer: MailServer;
beforeEach(async () => {
  mailServer = await startMailServer();
});
afterEach(() => mailServer.close());

test.each([
  { to: 'ada@rollcall.example', subject: 'Silent: Gate\r\nBcc: eve@evil.example' },
  { to: 'ada@rollcall.example', subject: 'Silent: Gate\r\n\r\n<script>' },
  { to: 'ada@rollcall.example\r\nRCPT TO:<eve@evil.example>', subject: 'Hello' },
  { to: 'ada,eve@evil.example', subject: 'Hello' },
  { to: 'staff:eve@evil.example;', subject: 'Hello' },
  { to: 'ada<eve@evil.example>', subject: 'Hello' },
])('no name or address adds a line or a recipient to a mail', async ({ to, subject }) => {
  const send = createMailer(mailServer.url, 'Rollcall <no-reply@console.example>');
  // A refusal is fine too: nothing is sent to anybody else.
  await send({ to, subject, body: 'Text' }, '1').catch(() => {});
  const recipients = mailServer.commands.filter((line) => /^RCPT/i.test(line));
  expect(recipients.length).toBeLessThanOrEqual(1);
  expect(recipients.filter((line) => /<eve@evil\.example>/i.test(line))).toEqual([]);
  for (const mail of mailServer.received) {
    const [head = ''] = mail.split('\r\n\r\n');
    expect(head.split('\r\n').filter((line) => /^bcc:|^rcpt|^<script>/i.test(line))).toEqual([]);
  }
});

test('a sender with umlauts in its host makes no header that old mail servers refuse', async () => {
  const send = createMailer(mailServer.url, 'Größe <no-reply@größe.example>');
  await send({ to: 'ada@rollcall.example', subject: 'Grüße', body: 'Text' }, '1');
  const [head = ''] = mailServer.received.join().split('\r\n\r\n');
  expect(head).toMatch(/^Message-ID: <\w+@xn--gre-6ka8i\.example>\r$/m);
  expect(head).toMatch(/^[ -~\r\n]*$/);
});

test('a mail says that no person sent it', async () => {
  const send = createMailer(mailServer.url, 'Rollcall <no-reply@console.example>');
  await send({ to: 'ada@rollcall.example', subject: 'Hello', body: 'Text' }, '1');
  expect(mailServer.received.join()).toMatch(/^Auto-Submitted: auto-generated\r$/m);
});
