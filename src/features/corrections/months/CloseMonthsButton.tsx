// Opens the dialog that closes months, for those who may.

import { useState } from 'react';
import { lazyPart } from '../../../platform/hooks/lazyPart.tsx';
import { useCanCall } from '../../../platform/session/permissions.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { Icon } from '../../../platform/ui/Icon.tsx';

const CloseMonthsDialog = lazyPart(
  'Closing of months',
  async () => (await import('./CloseMonthsDialog.tsx')).CloseMonthsDialog,
);

/** `companyId` is '' for none. */
export function CloseMonthsButton({ companyId }: { companyId: string }) {
  const mayClose = useCanCall()('POST /closed-months');
  const [isOpen, setOpen] = useState(false);
  if (!mayClose) return null;
  return (
    <>
      <Button icon={<Icon name="lock" />} onClick={() => setOpen(true)}>
        Close Months
      </Button>
      {isOpen && <CloseMonthsDialog companyId={companyId} onClose={() => setOpen(false)} />}
    </>
  );
}
