// Opens the sessions of a user, for administrators who may end them.

import { useState } from 'react';
import { RowButton } from '../crud/RecordRowActions.tsx';
import { useMay } from '../session/useMay.ts';
import { ActionIcon } from '../ui/ActionIcon.tsx';
import { Button } from '../ui/Button.tsx';
import { UserSessionsPart } from './credentialParts.ts';

interface UserSessionsButtonProps {
  user: { id: number; name: string };
  /** In a list, where a row has no room for words. */
  asIcon?: boolean;
}

export function UserSessionsButton({ user, asIcon = false }: UserSessionsButtonProps) {
  const maySee = useMay()('GET /users/{id}/sessions');
  const [isOpen, setOpen] = useState(false);
  if (!maySee) return null;
  const label = `Sessions of ${user.name}`;
  const open = () => setOpen(true);
  return (
    <>
      {asIcon ? (
        <RowButton label={label} icon={<ActionIcon name="clock" />} onClick={open} />
      ) : (
        <Button size="small" aria-label={label} onClick={open}>
          Sessions
        </Button>
      )}
      {isOpen && <UserSessionsPart user={user} onClose={() => setOpen(false)} />}
    </>
  );
}
