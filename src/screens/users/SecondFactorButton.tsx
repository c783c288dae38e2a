// Opens the second factors of a user, for those who may reset them.

import { useState } from 'react';
import { RowButton } from '../../crud/RecordRowActions.tsx';
import { lazyPart } from '../../hooks/lazyPart.tsx';
import { useMay } from '../../session/useMay.ts';
import { Button } from '../../ui/Button.tsx';
import { StatusIcon } from '../../ui/StatusIcon.tsx';

const SecondFactorDialog = lazyPart(
  'The second factors',
  async () => (await import('./SecondFactorDialog.tsx')).SecondFactorDialog,
);

interface SecondFactorButtonProps {
  user: { id: number; name: string };
  /** In a list, where a row has no room for words. */
  asIcon?: boolean;
}

export function SecondFactorButton({ user, asIcon = false }: SecondFactorButtonProps) {
  const mayReset = useMay()('POST /users/{id}/second-factors/reset');
  const [isOpen, setOpen] = useState(false);
  if (!mayReset) return null;
  const label = `Second factor of ${user.name}`;
  const open = () => setOpen(true);
  return (
    <>
      {asIcon ? (
        <RowButton label={label} icon={<StatusIcon name="lock" />} onClick={open} />
      ) : (
        <Button size="small" aria-label={label} onClick={open}>
          Second Factor
        </Button>
      )}
      {isOpen && <SecondFactorDialog user={user} onClose={() => setOpen(false)} />}
    </>
  );
}
