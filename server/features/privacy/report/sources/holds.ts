// Legal holds on a person, and what an account decided about the data of others.

import { sql } from '../../../../platform/db/sql.ts';
import type { ReportedPerson, ReportedUser } from '../person.ts';
import type { Source } from '../source.ts';

export const holdSource: Source<ReportedPerson> = {
  name: 'legal_holds',
  title: 'Legal Holds',
  about: 'Why nothing that is stored of the person is removed or erased.',
  knows: ['legal_holds.subject_id'],
  rows: ({ kind, id }) => sql`legal_holds where kind = ${kind} and subject_id = ${id}`,
  fields: sql`reason, author, created_at`,
  order: { id: sql`legal_holds.id` },
  instants: ['created_at'],
};

export const decidedSource: Source<ReportedUser> = {
  name: 'placed_holds',
  title: 'Legal Holds Placed',
  about: 'Legal holds that the person placed on others.',
  knows: ['legal_holds.author_id', 'legal_holds.author'],
  rows: ({ id }) => sql`legal_holds where author_id = ${id}`,
  fields: sql`kind, subject_id, reason, created_at`,
  order: { id: sql`legal_holds.id` },
  instants: ['created_at'],
};
