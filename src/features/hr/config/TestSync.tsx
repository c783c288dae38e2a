// Sends the records of the tested day with the saved settings, after a dry run.

import { useState } from 'react';
import type { Company } from '../../../shared/contract/entities/companies.ts';
import { useCanCall } from '../../../platform/session/permissions.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { Confirm } from '../../../platform/ui/overlays/Confirm.tsx';
import type { Test } from './useTest.ts';

interface TestSyncProps {
  company: Company;
  test: Test;
  dirty: boolean;
}

export function TestSync({ company, test: { day, real, run }, dirty }: TestSyncProps) {
  const canCall = useCanCall();
  const [isAsking, setAsking] = useState(false);

  function close() {
    real.clear();
    setAsking(false);
  }

  const title = `Sync ${day || 'Today'} Now`;
  if (!canCall('POST /hr-sync/companies/{id}')) return null;
  return (
    <>
      <Button
        size="small"
        disabledReason={dirty ? 'Save the configuration first' : undefined}
        onClick={() => setAsking(true)}
      >
        {title}
      </Button>
      {isAsking && (
        <Confirm
          title={title}
          message={`This sends ${day ? `the records of ${day}` : "today's records"} of "${company.name}" to its HR system.`}
          confirmLabel="Send Now"
          busy={real.busy}
          error={real.error}
          onConfirm={() => void run(false).then((isDone) => isDone && close())}
          onClose={close}
        />
      )}
    </>
  );
}
