// Lazy dialogs for screens that lead to codes of employees.

import { lazyPart } from '../../../platform/hooks/lazyPart.tsx';

export const AssignCodePart = lazyPart('The form', () => import('./AssignCodeDialog.tsx'));
