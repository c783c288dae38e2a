// For the screen that shows the list of corrections beside the exceptions.

import { lazyPart } from '../../../platform/hooks/lazyPart.tsx';

export const CorrectionsListPart = lazyPart(
  'The list of corrections',
  async () => (await import('./CorrectionsList.tsx')).CorrectionsList,
);
