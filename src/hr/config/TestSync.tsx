// After a dry run: the same for real, with the saved settings.

import { useState } from 'react';
import type { Company } from '../../contract/entities/companies.ts';
import { Button } from '../../ui/Button.tsx';
import { Confirm } from '../../ui/overlays/Confirm.tsx';
import type { Test } from './useTest.ts';

interface TestSyncProps {
  company: Company;
  test: Test;
  dirty: boolean;
}

export function TestSync({ company, test: { real, run }, dirty }: TestSyncProps) {
  const [isAsking, setAsking] = useState(false);

  function close() {
    real.clear();
    setAsking(false);
  }

  return (
    <>
      <Button
        size="small"
        disabledReason={dirty ? 'Save the configuration first' : undefined}
        onClick={() => setAsking(true)}
      >
        Run Test Sync
      </Button>
      {isAsking && (
        <Confirm
          title="Run Test Sync"
          message={`This sends today's records of "${company.name}" to its HR system, for real.`}
          confirmLabel="Send now"
          busy={real.busy}
          error={real.error}
          onConfirm={() => void run(false).then((isDone) => isDone && close())}
          onClose={close}
        />
      )}
    </>
  );
}
