// For what leads to a legal hold: the form's code loads when it is opened.

import { lazyPart } from '../../../platform/hooks/lazyPart.tsx';

export const HoldPart = lazyPart('The form', async () => (await import('./HoldDialog.tsx')).HoldDialog);
