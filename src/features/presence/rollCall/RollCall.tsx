// A roll call: a list to tick off while it goes on, afterwards its protocol.

import { Link } from 'wouter';
import { describeFailure } from '../../../platform/api/errors.ts';
import { paths } from '../../../platform/boot/paths.ts';
import type { RollCallProtocol } from '../../../shared/contract/entities/presence.ts';
import { formatTime } from '../../../shared/words/time.ts';
import { useCanCall } from '../../../platform/session/permissions.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { Banner } from '../../../platform/ui/feedback/Banner.tsx';
import { LoadFailed } from '../../../platform/ui/feedback/LoadFailed.tsx';
import { LineSkeleton } from '../../../platform/ui/feedback/Skeletons.tsx';
import { ScreenHeader } from '../../../platform/ui/layout/ScreenHeader.tsx';
import { EndRollCall } from './EndRollCall.tsx';
import { Exchange } from './Exchange.tsx';
import { ExportProtocol } from './ExportProtocol.tsx';
import { Protocol } from './Protocol.tsx';
import { othersInWords, rollCallCount, rollCallName } from './rollCallWords.ts';
import { TickList } from './TickList.tsx';
import { useRollCall } from './useRollCall.ts';
import * as s from './RollCall.module.css';

export function RollCall({ id }: { id: number }) {
  const state = useRollCall(id);
  const mayTick = useCanCall()('POST /roll-calls/{id}/ticks');
  const { protocol, problem, exchange } = state;
  const isGoingOn = protocol?.roll_call.ended_at === '';
  return (
    <>
      <ScreenHeader
        title="Roll Call"
        subtitle={protocol && rollCallName(protocol.roll_call)}
        actions={
          <>
            <Link href={paths.presence} className={s.back}>
              Who Is In
            </Link>
            {protocol && <ExportProtocol protocol={protocol} />}
            {protocol && <Button onClick={() => window.print()}>Print</Button>}
            {isGoingOn && mayTick && <EndRollCall state={state} protocol={protocol} />}
          </>
        }
      />
      {protocol ? (
        <div className={s.parts}>
          <Facts protocol={protocol} />
          <Exchange state={state} isGoingOn={isGoingOn} />
          {isGoingOn && mayTick ? (
            <TickList people={protocol.people} day={dayOf(protocol)} onTick={state.tick} />
          ) : (
            <Protocol people={protocol.people} day={dayOf(protocol)} />
          )}
        </div>
      ) : problem ? (
        <LoadFailed
          message={describeFailure(problem, 'Failed to load the roll call')}
          busy={false}
          onRetry={() => void exchange()}
        />
      ) : (
        <LineSkeleton label="Loading the roll call…" lines={8} />
      )}
    </>
  );
}

const dayOf = ({ roll_call }: RollCallProtocol) => roll_call.started_at.slice(0, 10);

function Facts({ protocol: { roll_call, silent } }: { protocol: RollCallProtocol }) {
  const { started_at, started_by, ended_at, ended_by } = roll_call;
  const end = ended_at && `, ended ${formatTime(ended_at).slice(11, 16)} by ${ended_by}`;
  return (
    <>
      <p className={s.facts}>
        <strong className={s.count}>{rollCallCount(roll_call)}</strong>
        <span>{othersInWords(roll_call)}</span>
        <span>
          Began {formatTime(started_at).slice(0, 16)} by {started_by}
          {end}
        </span>
      </p>
      {silent.length > 0 && (
        <Banner tone="warning">
          Silent when it began: {silent.join(', ')}. People who passed there may be listed wrongly.
        </Banner>
      )}
    </>
  );
}
