// The settings of single sign-on in sentences.

import type { SingleSignOn } from '../../../shared/contract/singleSignOn.ts';
import { plural } from '../../../shared/words/plural.ts';

export function rulesInWords({ settings, administrators, roles }: SingleSignOn): string[] {
  const { maps_roles, roles_claim, mapping, creates_users, closes_passwords, emergency_accounts } = settings;
  const named = new Set(mapping.map((row) => roles.find(({ id }) => id === row.role_id)?.display_name ?? 'a role'));
  const emergency = administrators.filter(({ id }) => emergency_accounts.includes(id)).map(({ name }) => name);
  return [
    maps_roles
      ? `Roles come from the claim ${roles_claim}: ${plural(mapping.length, 'value')} for ${[...named].join(', ')}.`
      : 'Roles are those that users have here.',
    creates_users
      ? 'Unknown people become users, if the claim gives them a role.'
      : 'Unknown people are refused until somebody adds or invites them.',
    closes_passwords
      ? `Passwords and passkeys are closed, but for ${emergency.join(', ') || 'nobody'}.`
      : 'Passwords and passkeys work as well.',
  ];
}
