// What is stored of an employee or user. Its code loads after that of the screens that lead to it.

import { lazyPart } from '../../../platform/hooks/lazyPart.tsx';

export const PersonalDataPart = lazyPart('The personal data', () => import('./PersonalDataDialog.tsx'));
