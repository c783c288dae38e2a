// Lazy dialog for screens that offer to read events again.

import { lazyPart } from '../../../platform/ui/lazyPart.tsx';

export const ReinterpretPart = lazyPart('The dialog', () => import('./ReinterpretDialog.tsx'));
