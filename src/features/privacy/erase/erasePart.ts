// For what leads to an erasure: its code loads when it is opened.

import { lazyPart } from '../../../platform/hooks/lazyPart.tsx';

export const ErasePart = lazyPart('The erasure', async () => (await import('./EraseDialog.tsx')).EraseDialog);
