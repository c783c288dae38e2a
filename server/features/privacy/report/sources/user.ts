// What is stored of a user.

import { sql } from '../../../../platform/db/sql.ts';
import { isPasswordSet } from '../../../people/credentialQueries.ts';
import type { ReportedUser } from '../person.ts';
import type { Source } from '../source.ts';

export const userSources: readonly Source<ReportedUser>[] = [
  {
    name: 'record',
    title: 'User Account',
    about: 'What was entered about the user. Of a password, only whether there is one.',
    knows: ['users.id', 'users.email', 'users.password_hash'],
    rows: ({ id }) => sql`users where users.id = ${id}`,
    fields: sql`name, email, ${isPasswordSet} as has_password, created_at`,
    order: { id: sql`users.id` },
    instants: ['created_at'],
    flags: ['has_password'],
  },
  {
    name: 'search_words',
    title: 'Words for the Search',
    about: 'The words of the account, by which lists find it.',
    knows: ['user_words.record_id'],
    rows: ({ id }) => sql`(select word, row_number() over (order by word) as place from user_words
      where record_id = ${id}) words where true`,
    fields: sql`word`,
    order: { id: sql`place` },
  },
  {
    name: 'roles',
    title: 'Roles',
    about: 'What the user may do.',
    knows: ['user_roles.user_id'],
    rows: ({ id }) => sql`user_roles join roles on roles.id = role_id where user_id = ${id}`,
    fields: sql`display_name as role, description`,
    order: { id: sql`role_id` },
  },
  {
    name: 'companies',
    title: 'Companies',
    about: 'The companies that were assigned to the user.',
    knows: ['user_companies.user_id'],
    rows: ({ id }) => sql`user_companies join companies on companies.id = company_id where user_id = ${id}`,
    fields: sql`name as company`,
    order: { id: sql`company_id` },
  },
  {
    name: 'saved_views',
    title: 'Saved Views',
    about: 'Screens with filters that the user keeps under a name.',
    knows: ['saved_views.user_id'],
    rows: ({ id }) => sql`saved_views where user_id = ${id}`,
    fields: sql`name, path, query`,
    order: { id: sql`id` },
  },
  {
    name: 'corrections',
    title: 'Corrections',
    about: 'Corrections that the user made or decided, without the employees that they are about.',
    knows: ['corrections.author_id', 'corrections.author', 'corrections.decider_id', 'corrections.decider'],
    rows: ({ id }) => sql`corrections where (author_id = ${id} or decider_id = ${id})`,
    fields: sql`day, kind, state, author, reason, created_at, decider, decision_reason, decided_at`,
    order: { id: sql`id` },
    instants: ['created_at', 'decided_at'],
  },
  {
    name: 'by_name',
    title: 'Found by Name',
    about: 'Rows that keep only the name of who did something. Those of a namesake would be here, too.',
    knows: [
      'closed_months.closed_by',
      'closed_months.reopened_by',
      'roll_calls.started_by',
      'roll_calls.ended_by',
      'roll_call_people.ticked_by',
      'device_commands.author',
      'employee_codes.author',
      'hr_sync_turns.cancelled_by',
    ],
    rows: ({ name }) => sql`(select what, at, row_number() over (order by at, what) as place from (
        select 'Closed a month' as what, closed_at as at from closed_months where closed_by = ${name}
        union all select 'Reopened a month', reopened_at from closed_months where reopened_by = ${name}
        union all select 'Started a roll call', started_at from roll_calls where started_by = ${name}
        union all select 'Ended a roll call', ended_at from roll_calls where ended_by = ${name}
        union all select 'Ticked somebody in a roll call', started_at from roll_call_people
          join roll_calls on roll_calls.id = roll_call_id where ticked_by = ${name}
        union all select 'Asked a device', created_at from device_commands where author = ${name}
        union all select 'Assigned a code', created_at from employee_codes where author = ${name}
        union all select 'Cancelled an HR sync', last_run_at from hr_sync_turns where cancelled_by = ${name}
      ) found) acts where true`,
    fields: sql`what, at`,
    order: { id: sql`place` },
    instants: ['at'],
  },
];
