import { lazyPart } from '../../platform/hooks/lazyPart.tsx';

export const OverlaysPart = lazyPart('The message', async () => (await import('./Overlays.tsx')).Overlays);
