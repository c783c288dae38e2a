// Mails to a person. Their text is not shown: it is cleared when a mail was sent, and until then may hold a secret link.

import { sql } from '../../../db/sql.ts';
import type { ReportedPerson } from '../person.ts';
import type { Source } from '../source.ts';

export const mailSource: Source<ReportedPerson> = {
  name: 'mails',
  title: 'Mails',
  about: 'Mails to the address of the record.',
  knows: ['outbox.recipient'],
  rows: ({ email }) => sql`outbox where recipient <> '' and lower(recipient) = ${email.toLowerCase()}`,
  fields: sql`recipient, subject, created_at, sent_at, expires_at, attempts, last_error`,
  order: { id: sql`id` },
  instants: ['created_at', 'sent_at', 'expires_at'],
};
