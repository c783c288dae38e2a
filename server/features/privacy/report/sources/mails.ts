// Mails to a person. Their text is not shown: it is cleared when a mail was sent, and until then may hold a secret link.

import { sql } from '../../../../platform/db/sql.ts';
import type { ReportedPerson } from '../person.ts';
import type { Source } from '../source.ts';

/**
 * The address of an employee is what somebody typed: whoever typed a user's would read what was mailed to that user. That
 * of a deleted user may be another's by now.
 */
const notToUsers = sql`and lower(recipient) not in (select email from users)`;

export const mailSource: Source<ReportedPerson> = {
  name: 'mails',
  title: 'Mails',
  about: 'Mails to the address of the record.',
  knows: ['outbox.recipient'],
  rows: ({ kind, email, isDeleted }) => sql`outbox where recipient <> '' and lower(recipient) = ${email.toLowerCase()}
    ${kind === 'employees' || isDeleted ? notToUsers : sql``}`,
  fields: sql`recipient, subject, created_at, sent_at, expires_at, attempts, last_error`,
  order: { id: sql`id` },
  instants: ['created_at', 'sent_at', 'expires_at'],
};
