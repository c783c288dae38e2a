// Reports the secrets that any answer contained, to all accounts of the kit.

import type { Kit } from '../kit.ts';

export function reportSecrets({ findings, secrets }: Kit): void {
  const group = findings.group('Secrets');
  for (const key of secrets.searched) {
    const field = secrets.found.get(key);
    group.check(
      key,
      'The answer contains no password, secret, hash or token',
      field === undefined
        ? undefined
        : {
            field,
            detail: `${field} holds one; leave the field out, or send whether there is one as has_…`,
            shown: 'Nothing, but anyone who may make this call can read it, and the browser keeps it in memory',
          },
    );
  }
}
