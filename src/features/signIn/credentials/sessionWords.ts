// The words about a session.

import type { Session } from '../../../shared/contract/signIn.ts';

const ways: Readonly<Record<string, string>> = {
  password: 'with a password',
  passkey: 'with a passkey',
  single_sign_on: 'by single sign-on',
  invitation: 'with an invitation',
};

export const deviceOf = ({ device }: Session): string => device || 'Unknown device';

/** Tells apart those of one device. */
export const nameOfSession = (session: Session): string =>
  [deviceOf(session), session.last_address].filter(Boolean).join(', ');

/** A newer server may know more ways. */
export const wayOf = ({ began_by }: Session): string => (began_by ? (ways[began_by] ?? began_by) : '');
