// The dialog that makes or undoes corrections. Its code loads after the screens, many of which open it.

import { lazyPart } from '../../platform/ui/lazyPart.tsx';

export const CorrectionDialogPart = lazyPart('The correction', () => import('./CorrectionDialog.tsx'));
