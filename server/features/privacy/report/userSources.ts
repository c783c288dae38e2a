// The sources about a user: the account, how they sign in, and where they are signed in. For credentials, a report says
// only that they exist.

import { sql } from '../../../platform/db/db.ts';
import { isPasswordSet } from '../../people/credentialQueries.ts';
import { type ReportedUser, sourcesByName } from './person.ts';

export const userSources = sourcesByName<ReportedUser>({
  record: {
    title: 'User Account',
    about: 'What was entered about the user. Of a password, only whether there is one.',
    knows: ['users.id', 'users.email', 'users.password_hash'],
    rows: ({ id }) => sql`users where users.id = ${id}`,
    fields: sql`name, email, ${isPasswordSet} as has_password, created_at`,
    order: { id: sql`users.id` },
    flags: ['has_password'],
  },
  search_words: {
    title: 'Words for the Search',
    about: 'The words of the account, by which lists find it.',
    knows: ['user_words.record_id'],
    rows: ({ id }) => sql`(select word, row_number() over (order by word) as id from user_words
      where record_id = ${id}) words where true`,
    fields: sql`word`,
  },
  roles: {
    title: 'Roles',
    about: 'What the user may do.',
    knows: ['user_roles.user_id'],
    rows: ({ id }) => sql`user_roles join roles on roles.id = role_id where user_id = ${id}`,
    fields: sql`display_name as role, description`,
    order: { id: sql`role_id` },
  },
  companies: {
    title: 'Companies',
    about: 'The companies that were assigned to the user.',
    knows: ['user_companies.user_id'],
    rows: ({ id }) => sql`user_companies join companies on companies.id = company_id where user_id = ${id}`,
    fields: sql`name as company`,
    order: { id: sql`company_id` },
  },
  digest_refusals: {
    title: 'Mails',
    about: 'Whether the user wants no digests by mail.',
    knows: ['digest_refusals.user_id'],
    rows: ({ id }) => sql`digest_refusals where user_id = ${id}`,
    fields: sql`true as refuses_digests`,
    order: { id: sql`user_id` },
    flags: ['refuses_digests'],
  },
  saved_views: {
    title: 'Saved Views',
    about: 'Screens with filters that the user keeps under a name.',
    knows: ['saved_views.user_id'],
    rows: ({ id }) => sql`saved_views where user_id = ${id}`,
    fields: sql`name, path, query`,
  },
  corrections: {
    title: 'Corrections',
    about: 'Corrections that the user made or decided, without the employees that they are about.',
    knows: ['corrections.author_id', 'corrections.author', 'corrections.decider_id', 'corrections.decider'],
    rows: ({ id }) => sql`corrections where (author_id = ${id} or decider_id = ${id})`,
    fields: sql`day, kind, state, author, reason, created_at, decider, decision_reason, decided_at`,
  },
  by_name: {
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
    rows: ({ name }) => sql`(select what, at, row_number() over (order by at, what) as id from (
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
  },
});

export const signInSources = sourcesByName<ReportedUser>({
  sessions: {
    title: 'Sessions',
    about: 'Where the user is signed in.',
    knows: [
      'sessions.user_id',
      'sessions.began_by',
      'sessions.user_agent',
      'sessions.first_address',
      'sessions.last_address',
    ],
    rows: ({ id }) => sql`sessions where user_id = ${id}`,
    fields: sql`device, user_agent, first_address, last_address, began_by, created_at, last_used_at, expires_at`,
  },
  sign_in_places: {
    title: 'Places',
    about: 'The devices and networks that the user signed in from in the last 90 days, so that a new one is noticed.',
    knows: ['sign_in_places.user_id'],
    rows: ({ id }) => sql`(select device, network, first_seen_at, last_seen_at,
      row_number() over (order by first_seen_at, device, network) as id
      from sign_in_places where user_id = ${id}) own where true`,
    fields: sql`device, network, first_seen_at, last_seen_at`,
  },
  api_tokens: {
    title: 'API Tokens',
    about: 'Keys that machines use in the name of the user. The keys themselves are not stored.',
    knows: ['api_tokens.user_id', 'api_tokens.last_used_from'],
    rows: ({ id }) => sql`api_tokens where user_id = ${id}`,
    fields: sql`name, start, permissions, created_at, expires_at, last_used_at, last_used_from, revoked_at`,
  },
  password_resets: {
    title: 'Links for a New Password',
    about: 'Links that were mailed and still work. The links themselves are not stored.',
    knows: ['password_resets.user_id'],
    rows: ({ id }) => sql`(select expires_at, row_number() over (order by expires_at, token_hash) as id
      from password_resets where user_id = ${id}) own where true`,
    fields: sql`expires_at`,
  },
  invitations: {
    title: 'Invitation',
    about: 'The mail by which the user was to choose a password. The link itself is not stored.',
    knows: ['invitations.user_id', 'invitations.email'],
    rows: ({ id }) => sql`invitations where user_id = ${id}`,
    fields: sql`email, sent_at, expires_at`,
    order: { id: sql`user_id` },
  },
  invited: {
    title: 'Invitations by Them',
    about: 'When the user invited others, without whom.',
    knows: ['invitations.invited_by'],
    rows: ({ id }) => sql`invitations where invited_by = ${id}`,
    fields: sql`sent_at`,
    order: { id: sql`user_id` },
  },
  second_factors: {
    title: 'Second Factors',
    about: 'What else the user needs to sign in. The keys and codes themselves are not shown.',
    knows: ['authenticator_apps.user_id', 'passkeys.user_id', 'recovery_codes.user_id', 'recovery_codes.code_hash'],
    rows: ({ id }) => sql`(select what, name, created_at, last_used_at,
        row_number() over (order by what, created_at, name) as id from (
          select 'Authenticator app' as what, '' as name, created_at, last_used_at from authenticator_apps
            where user_id = ${id}
          union all select 'Passkey', name, created_at, last_used_at from passkeys where user_id = ${id}
          union all select 'Recovery code', '', null, null from recovery_codes where user_id = ${id}
        ) found) factors where true`,
    fields: sql`what, name, created_at, last_used_at`,
  },
  single_sign_on: {
    title: 'Single Sign-On',
    about: 'What identity providers call the user, and whether a password is kept for emergencies.',
    knows: ['single_sign_on_links.user_id', 'emergency_accounts.user_id'],
    rows: ({ id }) => sql`(select what, issuer, subject, linked_at, last_used_at,
        row_number() over (order by what, issuer) as id from (
          select 'Account at a provider' as what, issuer, subject, linked_at, last_used_at from single_sign_on_links
            where user_id = ${id}
          union all select 'Emergency account', '', '', null, null from emergency_accounts where user_id = ${id}
        ) found) links where true`,
    fields: sql`what, issuer, subject, linked_at, last_used_at`,
  },
  sign_in_tickets: {
    title: 'Half-Done Sign-Ins',
    about: 'Sign-ins that wait for their next step, for some minutes.',
    knows: ['sign_in_tickets.user_id'],
    rows: ({ id }) => sql`(select stage, expires_at, row_number() over (order by expires_at, token_hash) as id
      from sign_in_tickets where user_id = ${id}) own where true`,
    fields: sql`stage, expires_at`,
  },
});
