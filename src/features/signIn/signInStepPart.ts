import { lazyPart } from '../../platform/hooks/lazyPart.tsx';

export const SignInStepPart = lazyPart('The second step', async () => (await import('./SignInStep.tsx')).SignInStep);
