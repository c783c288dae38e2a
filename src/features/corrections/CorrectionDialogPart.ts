// The dialog that makes or takes back corrections. Its code loads after that of the screens, which open it from many places.

import { lazyPart } from '../../platform/hooks/lazyPart.tsx';

export const CorrectionDialogPart = lazyPart('The correction', () => import('./CorrectionDialog.tsx'));
