// Tokens in an address end up in logs, histories and other sites' referrers, so they are never read from there.

import { apiTokenPrefix } from '../../../platform/crypto/hashes.ts';
import { unauthenticated } from '../../../platform/records/domainErrors.ts';
import { isWhole } from './tokenText.ts';

/** As other APIs name it. */
const usualNames = new Set(['access_token', 'api_token', 'token', 'auth_token', 'api_key', 'apikey', 'authorization']);

/** `token` is that of the header, if there is one. */
export function assertNoTokenInAddress(search: URLSearchParams, token: string | undefined): void {
  for (const [name, value] of search) {
    if (value.includes(apiTokenPrefix) && value.split(/[^0-9A-Za-z_]/).some(isWhole))
      throw unauthenticated(
        'An API token is in the address of this call, where logs keep it. Revoke it, and send a new one in the header Authorization',
      );
    if (token === undefined && usualNames.has(name.toLowerCase()))
      throw unauthenticated(
        `Send the token in the header "Authorization: Bearer …"; ${name} in the address is not read`,
      );
  }
}
