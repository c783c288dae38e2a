// Whether the server has all ticks, and what keeps it from getting them.

import { describeFailure } from '../../../platform/api/errors.ts';
import { plural } from '../../../shared/words/plural.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { Banner } from '../../../platform/ui/feedback/Banner.tsx';
import type { RollCallState } from './useRollCall.ts';
import * as s from './Exchange.module.css';

export function Exchange({ state, isGoingOn }: { state: RollCallState; isGoingOn: boolean }) {
  const { unsent, late, problem, exchange } = state;
  const isOffline = problem?.kind === 'unreachable' || problem?.kind === 'timedOut';
  return (
    <>
      {problem && !isOffline && (
        <Banner
          tone="bad"
          action={
            <Button size="small" onClick={() => void exchange()}>
              Retry
            </Button>
          }
        >
          {describeFailure(problem, 'Failed to save ticks')}
        </Banner>
      )}
      {late > 0 && (
        <Banner tone="warning">{plural(late, 'tick')} came after the end of the roll call and do not count.</Banner>
      )}
      {(isGoingOn || unsent > 0) && (
        <p role="status" className={isOffline ? s.offline : s.status}>
          {isOffline && 'No connection: ticks are kept here and sent later. '}
          {unsent > 0 ? `${plural(unsent, 'tick')} not sent yet` : 'All ticks are sent'}
        </p>
      )}
    </>
  );
}
