// For screens that show sessions and API tokens: the code loads after theirs.

import { lazyPart } from '../../../platform/hooks/lazyPart.tsx';

export const YourSessionsPart = lazyPart(
  'Your sessions',
  async () => (await import('./YourSessions.tsx')).YourSessions,
);

export const UserSessionsPart = lazyPart(
  'The sessions',
  async () => (await import('./UserSessionsDialog.tsx')).UserSessionsDialog,
);

export const YourTokensPart = lazyPart('Your API tokens', async () => (await import('./YourTokens.tsx')).YourTokens);

export const UserTokensPart = lazyPart(
  'The API tokens',
  async () => (await import('./UserTokensDialog.tsx')).UserTokensDialog,
);
