// Sends queued mails by SMTP. Each is sent by one process at a time and retried until it is sent or expires.

import { hash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { domainToASCII } from 'node:url';
import { createTransport } from 'nodemailer';
import { type Job, startRepeating } from '../concurrency/repeating.ts';
import type { Db } from '../db/db.ts';
import { errorMessage, type Log, singleLine } from '../log/log.ts';
import {
  answerWithinMs,
  claimMail,
  type DueMail,
  dropExpiredMails,
  type Mail,
  recordFailure,
  recordSent,
  sendWithinMs,
} from './outboxQueries.ts';

type Send = (mail: Mail, key: string) => Promise<void>;

/**
 * The timeouts keep a dead mail server from blocking the outbox; the URL's own options override them. They restart with
 * each reply of the mail server, so the whole has a limit, too.
 */
const transportTo = (url: string, socketTimeout: number) =>
  createTransport({
    url,
    requireTLS: !staysOnThisMachine(new URL(url)),
    connectionTimeout: 15_000,
    greetingTimeout: 15_000,
    socketTimeout,
  });

/** Connects and signs in, and sends nothing. */
export async function verifyMailServer(url: string): Promise<void> {
  await transportTo(url, 30_000).verify().catch(withAdvice);
}

export function createMailer(url: string, from: string, withinMs = sendWithinMs): Send {
  const transport = transportTo(url, answerWithinMs);
  const domain = domainToASCII(from.replace(/^.*@|>.*$/g, ''));
  return async ({ to, subject, body, attachments = [] }, key) => {
    // Pass an object: in a plain string, an address with a comma would be read as several.
    const signal = AbortSignal.timeout(withinMs);
    // Keeps automatic replies, such as holiday notices, away (RFC 3834).
    const headers = { 'Auto-Submitted': 'auto-generated' };
    const mail = {
      from,
      to: { name: '', address: to },
      subject,
      text: body,
      headers,
      // Marks duplicates as such: a mail is sent twice if the answer to the first attempt was lost.
      messageId: `<${hash('sha256', key).slice(0, 32)}@${domain}>`,
      signal,
      attachments: attachments.map(attached),
    };
    await transport.sendMail(mail).catch((error: unknown) => {
      if (signal.aborted) throw new Error(`The mail server took longer than ${withinMs / 1_000} seconds`);
      withAdvice(error);
    });
  };
}

const attached = ({ name, content }: { name: string; content: string }) => ({
  filename: name,
  content,
  encoding: 'base64',
  contentType: 'application/octet-stream',
});

function withAdvice(error: unknown): never {
  throw isTlsFailure(error) ? new Error(`${errorMessage(error)}. ${tlsAdvice}`, { cause: error }) : error;
}

/** No network to listen on and no password to protect, so TLS is not needed; local mail servers rarely offer it. */
const staysOnThisMachine = ({ hostname, username }: URL): boolean =>
  username === '' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname);

const tlsAdvice = 'SMTP_URL requires TLS; where clear text is safe, add ?requireTLS=false to it';
const isTlsFailure = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ETLS';

export interface Outbox {
  readonly db: Db;
  readonly log: Log;
  readonly clock: () => Date;
  /** Undefined without a mail server: mails wait until they expire. */
  readonly send: Send | undefined;
}

/** Polls, because other processes add mails too. Stopping waits only so long for a mail server that does not answer. */
export function startOutbox(outbox: Outbox, pause = pauseMs, stopWithinMs = 30_000): Job {
  const work = (isStopping: () => boolean) => sendDueMails(outbox, isStopping, pause);
  const { stop } = startRepeating('sending mail', pause, outbox.log, work);
  return { stop: () => Promise.race([stop(), wait(stopWithinMs, undefined, { ref: false })]) };
}

const pauseMs = 3_000;
/** Mail providers refuse more connections at once. */
const mostAtOnce = 3;

/** A mail server that takes longer than `patienceMs` for a mail does not hold up the next ones. */
export async function sendDueMails(
  { db, log, clock, send }: Outbox,
  isStopping = () => false,
  patienceMs = pauseMs,
): Promise<void> {
  for (const { id, attempts } of await dropExpiredMails(db, clock())) {
    log.warn('mail dropped: expired', { outbox_id: id, attempts });
  }
  const underWay = new Set<Promise<void>>();
  while (send && !isStopping()) {
    const due = underWay.size < mostAtOnce ? await claimMail(db, clock()) : undefined;
    if (due) {
      const sending = sendMail({ db, log, clock, send }, due, isStopping);
      underWay.add(sending);
      // A failure stays, so that it ends the run.
      sending.then(
        () => underWay.delete(sending),
        () => {},
      );
    }
    if (underWay.size === 0) return;
    await Promise.race([...underWay, wait(patienceMs, undefined, { ref: false })]);
  }
  await Promise.all(underWay);
}

async function sendMail(
  { db, log, clock, send }: Outbox & { readonly send: Send },
  due: DueMail,
  isStopping: () => boolean,
): Promise<void> {
  const { id, attempts } = due;
  try {
    await send(due.mail, due.key);
  } catch (failure) {
    const error = singleLine(errorMessage(failure));
    await recordFailure(db, due, error, clock());
    log.warn('mail not sent', { outbox_id: id, attempts, error });
    return;
  }
  await noteSent(db, id, clock(), isStopping);
  log.info('mail sent', { outbox_id: id });
}

const noteWithinMs = 60_000;

/** Retries while the database is away for a moment: the mail is out, and must not be sent again when its claim ends. */
async function noteSent(db: Db, id: number, now: Date, isStopping: () => boolean): Promise<void> {
  for (const end = performance.now() + noteWithinMs; ; await wait(1_000)) {
    try {
      return await recordSent(db, id, now);
    } catch (error) {
      if (isStopping() || performance.now() > end) throw error;
    }
  }
}
