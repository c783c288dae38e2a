// For screens that lead to what is stored of a person: the dialog's code loads after theirs.

import { lazyPart } from '../../../platform/hooks/lazyPart.tsx';

export const PersonalDataPart = lazyPart(
  'The personal data',
  async () => (await import('./PersonalDataDialog.tsx')).PersonalDataDialog,
);
