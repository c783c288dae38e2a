// What a passkey signs: the hash of the ticket, which is as random as the ticket, and as short-lived.

import { createHash } from 'node:crypto';

export const challengeOf = (ticket: string): string =>
  createHash('sha256').update(`passkey ${ticket}`).digest('base64url');
