// Roll calls that have not ended: whoever opens one ticks along.

import { Link } from 'wouter';
import { useRemembered } from '../../../platform/hooks/useResource.ts';
import { Banner } from '../../../platform/ui/feedback/Banner.tsx';
import { formatTime } from '../../../shared/words/time.ts';
import { rollCallAddress, rollCallCount, rollCallName } from '../rollCall/rollCallWords.ts';

/** `companyId` is '' for all. */
export function RunningRollCalls({ companyId }: { companyId: string }) {
  const { data } = useRemembered('GET /roll-calls', { query: companyId ? { company_id: Number(companyId) } : {} });
  const running = data?.data.filter(({ ended_at }) => ended_at === '') ?? [];
  if (running.length === 0) return null;
  return (
    <Banner tone="warning">
      {running.map((rollCall) => (
        <p key={rollCall.id}>
          <Link href={rollCallAddress(rollCall.id)}>Roll call of {rollCallName(rollCall)}</Link>, started{' '}
          {formatTime(rollCall.started_at).slice(0, 16)}: {rollCallCount(rollCall)}
        </p>
      ))}
    </Banner>
  );
}
