// Starts a roll call of the people in the list, and leads to earlier ones.

import { useState } from 'react';
import { lazyPart, usePreloadWhen } from '../../../platform/hooks/lazyPart.tsx';
import { useCanCall } from '../../../platform/session/permissions.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import type { PresenceParams } from '../list.ts';

const StartRollCall = lazyPart('The form', async () => (await import('../rollCall/StartRollCall.tsx')).StartRollCall);
const EarlierRollCalls = lazyPart(
  'The list',
  async () => (await import('../rollCall/EarlierRollCalls.tsx')).EarlierRollCalls,
);
const laterParts = [StartRollCall];

export function RollCallButtons({ params }: { params: PresenceParams }) {
  const mayStart = useCanCall()('POST /roll-calls');
  const [shown, setShown] = useState<'start' | 'earlier'>();
  const close = () => setShown(undefined);
  usePreloadWhen(mayStart, laterParts);
  return (
    <>
      <Button kind="quiet" onClick={() => setShown('earlier')}>
        Earlier Roll Calls
      </Button>
      {mayStart && (
        <Button kind="primary" onClick={() => setShown('start')}>
          Start Roll Call
        </Button>
      )}
      {shown === 'start' && <StartRollCall {...params} onClose={close} />}
      {shown === 'earlier' && <EarlierRollCalls companyId={params.company_id} onClose={close} />}
    </>
  );
}
