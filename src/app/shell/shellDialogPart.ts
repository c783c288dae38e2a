import { lazyPart } from '../../platform/hooks/lazyPart.tsx';

export const ShellDialogPart = lazyPart('The dialog', async () => (await import('./ShellDialog.tsx')).ShellDialog);
