// Opens the history of a record, where the server keeps one that the user may see.

import { useState } from 'react';
import { lazyPart } from '../../hooks/lazyPart.tsx';
import { useCanCall } from '../../session/permissions.ts';
import { ActionIcon } from '../../ui/ActionIcon.tsx';
import { Button } from '../../ui/Button.tsx';
import type { Subject } from './auditAddress.ts';

export const HistoryPart = lazyPart('The history', () => import('./HistoryDialog.tsx'));

export function HistoryButton({ of, name, size }: { of: Subject; name: string; size?: 'small' }) {
  const [isOpen, setOpen] = useState(false);
  if (!useCanCall()('GET /audit')) return null;
  return (
    <>
      <Button
        size={size}
        icon={<ActionIcon name="clock" />}
        aria-label={`History of ${name}`}
        onClick={() => setOpen(true)}
      >
        History
      </Button>
      {isOpen && <HistoryPart of={of} name={name} onClose={() => setOpen(false)} />}
    </>
  );
}
