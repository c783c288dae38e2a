// The dialog with what is stored of an employee or user. Its code loads after the screens that open it.

import { lazyPart } from '../../../platform/ui/lazyPart.tsx';

export const PersonalDataPart = lazyPart('The personal data', () => import('./PersonalDataDialog.tsx'));
