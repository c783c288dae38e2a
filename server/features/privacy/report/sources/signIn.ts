// How a user signs in, and where they are signed in. Of what lets somebody in, only that it exists.

import { sql } from '../../../../platform/db/sql.ts';
import type { ReportedUser } from '../person.ts';
import type { Source } from '../source.ts';

export const signInSources: readonly Source<ReportedUser>[] = [
  {
    name: 'sessions',
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
    order: { id: sql`id` },
    instants: ['created_at', 'last_used_at', 'expires_at'],
  },
  {
    name: 'sign_in_places',
    title: 'Places',
    about: 'The devices and networks that the user signed in from in the last 90 days, so that a new one is noticed.',
    knows: ['sign_in_places.user_id'],
    rows: ({ id }) => sql`(select device, network, first_seen_at, last_seen_at,
      row_number() over (order by first_seen_at, device, network) as place
      from sign_in_places where user_id = ${id}) own where true`,
    fields: sql`device, network, first_seen_at, last_seen_at`,
    order: { id: sql`place` },
    instants: ['first_seen_at', 'last_seen_at'],
  },
  {
    name: 'api_tokens',
    title: 'API Tokens',
    about: 'Keys that machines use in the name of the user. The keys themselves are not stored.',
    knows: ['api_tokens.user_id', 'api_tokens.last_used_from'],
    rows: ({ id }) => sql`api_tokens where user_id = ${id}`,
    fields: sql`name, start, permissions, created_at, expires_at, last_used_at, last_used_from, revoked_at`,
    order: { id: sql`id` },
    instants: ['created_at', 'expires_at', 'last_used_at', 'revoked_at'],
  },
  {
    name: 'password_resets',
    title: 'Links for a New Password',
    about: 'Links that were mailed and still work. The links themselves are not stored.',
    knows: ['password_resets.user_id'],
    rows: ({ id }) => sql`(select expires_at, row_number() over (order by expires_at, token_hash) as place
      from password_resets where user_id = ${id}) own where true`,
    fields: sql`expires_at`,
    order: { id: sql`place` },
    instants: ['expires_at'],
  },
  {
    name: 'invitations',
    title: 'Invitation',
    about: 'The mail by which the user was to choose a password. The link itself is not stored.',
    knows: ['invitations.user_id', 'invitations.email'],
    rows: ({ id }) => sql`invitations where user_id = ${id}`,
    fields: sql`email, sent_at, expires_at`,
    order: { id: sql`user_id` },
    instants: ['sent_at', 'expires_at'],
  },
  {
    name: 'invited',
    title: 'Invitations by Them',
    about: 'When the user invited others, without whom.',
    knows: ['invitations.invited_by'],
    rows: ({ id }) => sql`invitations where invited_by = ${id}`,
    fields: sql`sent_at`,
    order: { id: sql`user_id` },
    instants: ['sent_at'],
  },
  {
    name: 'second_factors',
    title: 'Second Factors',
    about: 'What else the user needs to sign in. The keys and codes themselves are not shown.',
    knows: ['authenticator_apps.user_id', 'passkeys.user_id', 'recovery_codes.user_id', 'recovery_codes.code_hash'],
    rows: ({ id }) => sql`(select what, name, created_at, last_used_at,
        row_number() over (order by what, created_at, name) as place from (
          select 'Authenticator app' as what, '' as name, created_at, last_used_at from authenticator_apps
            where user_id = ${id}
          union all select 'Passkey', name, created_at, last_used_at from passkeys where user_id = ${id}
          union all select 'Recovery code', '', null, null from recovery_codes where user_id = ${id}
        ) found) factors where true`,
    fields: sql`what, name, created_at, last_used_at`,
    order: { id: sql`place` },
    instants: ['created_at', 'last_used_at'],
  },
  {
    name: 'single_sign_on',
    title: 'Single Sign-On',
    about: 'What identity providers call the user, and whether a password is kept for emergencies.',
    knows: ['single_sign_on_links.user_id', 'emergency_accounts.user_id'],
    rows: ({ id }) => sql`(select what, issuer, subject, linked_at, last_used_at,
        row_number() over (order by what, issuer) as place from (
          select 'Account at a provider' as what, issuer, subject, linked_at, last_used_at from single_sign_on_links
            where user_id = ${id}
          union all select 'Emergency account', '', '', null, null from emergency_accounts where user_id = ${id}
        ) found) links where true`,
    fields: sql`what, issuer, subject, linked_at, last_used_at`,
    order: { id: sql`place` },
    instants: ['linked_at', 'last_used_at'],
  },
  {
    name: 'sign_in_tickets',
    title: 'Half-Done Sign-Ins',
    about: 'Sign-ins that wait for their next step, for some minutes.',
    knows: ['sign_in_tickets.user_id'],
    rows: ({ id }) => sql`(select stage, expires_at, row_number() over (order by expires_at, token_hash) as place
      from sign_in_tickets where user_id = ${id}) own where true`,
    fields: sql`stage, expires_at`,
    order: { id: sql`place` },
    instants: ['expires_at'],
  },
];
