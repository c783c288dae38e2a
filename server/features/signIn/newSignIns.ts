// Recognizes sign-ins from a new device or network, as far as devices name themselves, and mails the user about them.
// Devices and networks are stored for 90 days after they were last seen, or longer while a legal hold is on the user.

import { surroundingNetworkOf } from '../../platform/access/rateLimit.ts';
import { type Queries, sql } from '../../platform/db/db.ts';
import type { Mail } from '../../platform/mail/outboxQueries.ts';
import { heldUsers } from '../../platform/records/legalHolds.ts';
import { type Clock, dateOf, hasPassed, instantOf, plusMinutes, timeOf } from '../../platform/time/clock.ts';
import type { SignInMethod } from '../people/sessionQueries.ts';

const day = 24 * 60;
const rememberedMinutes = 90 * day;
const mostMailsADay = 5;

/**
 * Returns whether the device or network is new, which does not apply to the very first sign-in, and whether that
 * deserves a mail: somebody who travels, or a program that changes its name, would get too many. Call it in the
 * transaction of the sign-in.
 */
export async function recordSignIn(
  queries: Queries,
  userId: number,
  source: { readonly device: string; readonly address: string },
  now: Date,
): Promise<{ isNew: boolean; isWorthMail: boolean }> {
  const { device } = source;
  const network = surroundingNetworkOf(source.address);
  const seen = instantOf(now);
  const stored = await queries.all<{ device: string; network: string; first_seen_at: string; last_seen_at: string }>(
    sql`select device, network, first_seen_at, last_seen_at from sign_in_places where user_id = ${userId}`,
  );
  const since = plusMinutes(now, -rememberedMinutes);
  const isKnown = stored.some(
    (each) => each.device === device && each.network === network && dateOf(each.last_seen_at) >= since,
  );
  const newToday = stored.filter((each) => !hasPassed(day * 60_000, timeOf(each.first_seen_at), now));
  await queries.run(
    sql`delete from sign_in_places where user_id = ${userId} and last_seen_at < ${instantOf(since)}
      and user_id not in (${heldUsers})`,
  );
  await queries.run(
    sql`insert into sign_in_places (user_id, device, network, first_seen_at, last_seen_at)
      values (${userId}, ${device}, ${network}, ${seen}, ${seen})
      on conflict (user_id, device, network) do update set last_seen_at = excluded.last_seen_at`,
  );
  const isNew = stored.length > 0 && !isKnown;
  return { isNew, isWorthMail: isNew && newToday.length < mostMailsADay };
}

interface NewSignIn {
  readonly device: string;
  readonly address: string;
  readonly beganBy: SignInMethod;
  readonly at: Date;
}

const ways: Readonly<Record<SignInMethod, string>> = {
  password: 'with your password',
  passkey: 'with a passkey',
  single_sign_on: 'by single sign-on',
  invitation: 'with your invitation',
};

export function newSignInMail(to: string, signIn: NewSignIn, clock: Clock, publicUrl: string): Mail {
  const device = signIn.device || 'a device that does not name itself';
  const [day, time = ''] = clock.wallClock(instantOf(signIn.at)).split('T');
  return {
    to,
    subject: `New sign-in from ${device}`,
    body: [
      'Somebody signed in to your account of the attendance management system from somewhere new.',
      [
        `When: ${day}, ${time.slice(0, 5)} (${clock.zone})`,
        `Device: ${device}`,
        `Address: ${signIn.address}`,
        `How: ${ways[signIn.beganBy]}`,
      ].join('\n'),
      'If it was you, there is nothing to do.',
      [
        "If it wasn't you:",
        `1. Open ${publicUrl}/profile and end that session under Your sessions.`,
        '2. Change your password there. That ends all other sessions, too.',
        '3. Tell your administrator.',
      ].join('\n'),
    ].join('\n\n'),
  };
}

type Patterns = readonly (readonly [string, RegExp])[];

/** Order matters: most browsers also claim to be Chrome and Safari. */
const browsers: Patterns = [
  ['Edge', /\bEdg(?:A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Headless)?Chrome\/|\bCriOS\//],
  ['Safari', /\bSafari\//],
];

const systems: Patterns = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
];

/** Programs name themselves first: 'curl/8.5.0'. All browsers claim to be Mozilla. */
const program = /^(?!Mozilla\b)[A-Za-z][\w.-]{0,39}(?=\/|$)/;

/**
 * Makes a name like 'Firefox on Windows' from the user agent; empty if it says nothing. It may say anything, so the
 * name only helps people to recognize their own devices.
 */
export function deviceName(userAgent: string): string {
  const browser = nameIn(browsers, userAgent);
  const system = nameIn(systems, userAgent);
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? program.exec(userAgent)?.[0] ?? '';
}

const nameIn = (patterns: Patterns, text: string) => patterns.find(([, pattern]) => pattern.test(text))?.[0];
