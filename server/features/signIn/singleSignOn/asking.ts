// Whom to ask, and where people come back to.

import { apiBase } from '../../../platform/http/apiPaths.ts';
import type { Services } from '../../../platform/records/endpoint.ts';
import { SingleSignOnError } from './failure.ts';
import type { Asking } from './provider.ts';

/** Below the API's base path, so that a proxy that passes the API on passes these on too. */
export const startPath = '/auth/oidc/start';
export const callbackPath = '/auth/oidc/callback';

export const callbackUrlOf = ({ publicUrl }: Pick<Services, 'publicUrl'>) => `${publicUrl}${apiBase}${callbackPath}`;

export function askingOf(services: Services): Asking {
  const { identityProvider: provider, safeRequest } = services;
  if (!provider) throw new SingleSignOnError('disabled', 'OIDC_ISSUER is not set');
  return { provider, safeRequest, callbackUrl: callbackUrlOf(services) };
}
