import { lazyPart } from '../../hooks/lazyPart.tsx';

/** Loaded ahead, so that what is typed after Ctrl+K is not lost. */
export const ShellDialogPart = lazyPart('The dialog', async () => (await import('./ShellDialog.tsx')).ShellDialog);
