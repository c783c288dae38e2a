// Starts a roll call of the people in the list, and leads to those that go on and to earlier ones.

import { useState } from 'react';
import { Link } from 'wouter';
import { lazyPart, usePreloadWhen } from '../../platform/hooks/lazyPart.tsx';
import { useCanCall } from '../../platform/session/permissions.ts';
import { Button } from '../../platform/ui/Button.tsx';
import type { PresenceParams } from './PresenceFilters.tsx';
import { useRemembered } from '../../platform/hooks/useResource.ts';
import { Banner } from '../../platform/ui/feedback/Banner.tsx';
import { moment } from '../../shared/words/moment.ts';
import { rollCallAddress, rollCallCount, rollCallName } from './words.ts';

const StartRollCall = lazyPart('The form', async () => (await import('./rollCall/StartRollCall.tsx')).StartRollCall);
const EarlierRollCalls = lazyPart(
  'The list',
  async () => (await import('./rollCall/EarlierRollCalls.tsx')).EarlierRollCalls,
);
const laterParts = [StartRollCall];

export function RollCallButtons({ params }: { params: PresenceParams }) {
  const mayStart = useCanCall()('POST /roll-calls');
  const [openDialog, setOpenDialog] = useState<'start' | 'earlier'>();
  const close = () => setOpenDialog(undefined);
  usePreloadWhen(mayStart, laterParts);
  return (
    <>
      <Button kind="quiet" onClick={() => setOpenDialog('earlier')}>
        Earlier Roll Calls
      </Button>
      {mayStart && (
        <Button kind="primary" onClick={() => setOpenDialog('start')}>
          Start Roll Call
        </Button>
      )}
      {openDialog === 'start' && <StartRollCall {...params} onClose={close} />}
      {openDialog === 'earlier' && <EarlierRollCalls companyId={params.company_id} onClose={close} />}
    </>
  );
}

/** Shows the roll calls that have not ended: whoever opens one ticks along. `companyId` is '' for all. */
export function RunningRollCalls({ companyId }: { companyId: string }) {
  const { data } = useRemembered('GET /roll-calls', { query: companyId ? { company_id: Number(companyId) } : {} });
  const running = data?.data.filter(({ ended_at }) => ended_at === '') ?? [];
  if (running.length === 0) return null;
  return (
    <Banner tone="warning">
      {running.map((rollCall) => (
        <p key={rollCall.id}>
          <Link href={rollCallAddress(rollCall.id)}>Roll call of {rollCallName(rollCall)}</Link>, started{' '}
          {moment(rollCall.started_at)}: {rollCallCount(rollCall)}
        </p>
      ))}
    </Banner>
  );
}
