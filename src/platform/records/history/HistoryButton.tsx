// Opens the history of a record, if the server keeps one that the user may see.

import { useCanCall } from '../../session/permissions.ts';
import { ActionIcon } from '../../ui/ActionIcon.tsx';
import { lazyPart } from '../../ui/lazyPart.tsx';
import { DialogButton } from '../../ui/overlays/DialogButton.tsx';
import type { Subject } from './auditAddress.ts';

export const HistoryPart = lazyPart('The history', () => import('./HistoryDialog.tsx'));

export function HistoryButton({ of, name, size }: { of: Subject; name: string; size?: 'small' }) {
  if (!useCanCall()('GET /audit')) return null;
  return (
    <DialogButton size={size} icon={<ActionIcon name="clock" />} aria-label={`History of ${name}`} label="History">
      {(close) => <HistoryPart of={of} name={name} onClose={close} />}
    </DialogButton>
  );
}
