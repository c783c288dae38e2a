// For what leads to reading events again: the dialog's code loads when it is opened.

import { lazyPart } from '../../../platform/hooks/lazyPart.tsx';

export const ReinterpretPart = lazyPart(
  'The dialog',
  async () => (await import('./ReinterpretDialog.tsx')).ReinterpretDialog,
);
