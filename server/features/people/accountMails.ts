// Mails about changes to how an account is entered, so that people notice what they did not do themselves.

import type { Queries } from '../../platform/db/db.ts';
import { addMail } from '../../platform/mail/outboxQueries.ts';
import { plusMinutes } from '../../platform/time/clock.ts';

/** A week, because late news is better than none. */
const worthTellingMinutes = 7 * 24 * 60;

const news = {
  password: {
    subject: 'Your password was changed',
    body: 'The password of your account in the attendance management system was changed, and its other sessions ended.',
  },
  email: {
    subject: 'The e-mail address of your account was changed',
    body:
      'Your account in the attendance management system has another e-mail address now. This is the last mail to this ' +
      'one, with which you can no longer sign in.',
  },
  factorAdded: {
    subject: 'Your account now has a second factor',
    body: 'From now on, signing in to the attendance management system asks for your second factor, too.',
  },
  factorRemoved: {
    subject: 'Your account has no second factor any more',
    body: 'The last second factor of your account in the attendance management system was removed.',
  },
  factorReset: {
    subject: 'Your second factor was reset',
    body:
      'An administrator removed the second factors of your account in the attendance management system, and ended its ' +
      'sessions. You can sign in with your password, and set up a new one on your profile.',
  },
  recovered: {
    subject: 'A recovery code of your account was used',
    body:
      'Somebody used a recovery code of your account in the attendance management system. It does not work any more. ' +
      'On your profile you can see how many are left, and make new ones.',
  },
  apiToken: {
    subject: 'Your account has a new API token',
    body:
      'An API token was made for your account in the attendance management system. Programs can act with it in your ' +
      'name until it expires or is revoked, also after you have changed your password. Your profile lists your tokens.',
  },
} as const;

/** Call it in the transaction of the change; `to` is the account's address until then. */
export async function notifyOwner(queries: Queries, to: string, what: keyof typeof news, now: Date): Promise<void> {
  const { subject, body } = news[what];
  const ending = "If you don't know why, tell an administrator at once.";
  await addMail(queries, { to, subject, body: `${body}\n\n${ending}` }, now, plusMinutes(now, worthTellingMinutes));
}
