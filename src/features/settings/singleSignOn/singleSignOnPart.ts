import { lazyPart } from '../../../platform/hooks/lazyPart.tsx';

export const SingleSignOnPart = lazyPart(
  'Single sign-on',
  async () => (await import('./SingleSignOnPanel.tsx')).SingleSignOnPanel,
);
