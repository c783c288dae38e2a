// For screens that correct: the dialog's code loads after theirs.

import { lazyPart } from '../../platform/hooks/lazyPart.tsx';

export const CorrectionDialogPart = lazyPart(
  'The correction',
  async () => (await import('./CorrectionDialog.tsx')).CorrectionDialog,
);
