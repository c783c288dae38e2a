// Result of a connection test: the running one, the one just finished, or the last one of the saved connection.

import { TimeAgo } from '../../../platform/lists/TimeAgo.tsx';
import { Badge } from '../../../platform/ui/data/Badge.tsx';
import { Banner } from '../../../platform/ui/feedback/Banner.tsx';
import { CancellableProgress } from '../../../platform/ui/feedback/Progress.tsx';
import type { ConnectionTest } from '../../../shared/contract/hrConnections.ts';
import type { ConnectionFormState } from './useConnectionForm.ts';
import * as layout from '../../../platform/ui/layout/layout.module.css';
import * as s from './Connection.module.css';

interface TestPartProps {
  lastTest: ConnectionTest | null;
  state: Pick<ConnectionFormState, 'body' | 'savedBody' | 'testing'>;
  onRetry(): void;
}

export function TestPart({ lastTest, state, onRetry }: TestPartProps) {
  const { body, savedBody, testing } = state;
  switch (testing.state.kind) {
    case 'running':
      return <CancellableProgress label="Asking the HR system" max={1} size="small" onCancel={testing.cancel} />;
    case 'failed':
      return (
        <Banner tone="bad" onRetry={onRetry}>
          {testing.state.error}
        </Banner>
      );
    case 'done':
      return <Found test={testing.state.test} isCurrent={isSame(testing.state.tried, body)} />;
    case 'idle':
      return lastTest ? (
        <Found test={lastTest} isCurrent={isSame(savedBody, body)} />
      ) : (
        <p className={layout.muted}>Not tested yet. A test only reads, and works before you save, too.</p>
      );
  }
}

const isSame = (one: object, other: object) => JSON.stringify(one) === JSON.stringify(other);

function Found({ test, isCurrent }: { test: ConnectionTest; isCurrent: boolean }) {
  const { at, is_good, sentence, findings } = test;
  return (
    <div className={layout.stack3}>
      <Banner tone={is_good ? 'good' : 'bad'}>{sentence}.</Banner>
      {!isCurrent && <p>The settings have changed since this test.</p>}
      {findings.length > 0 && (
        <ul className={layout.list} aria-label="Findings">
          {findings.map(({ what, says, state }, index) => (
            <li key={index} className={s.finding}>
              <FindingState state={state} />
              <span>
                <b>{what}</b> {says}
              </span>
            </li>
          ))}
        </ul>
      )}
      <p className={layout.muted}>
        Tested <TimeAgo at={at} />
      </p>
    </div>
  );
}

/** A newer server may know more states. */
function FindingState({ state }: { state: string }) {
  if (state === 'good') return <Badge tone="good">Good</Badge>;
  if (state === 'warning') return <Badge tone="warning">Check</Badge>;
  if (state === 'bad') return <Badge tone="bad">Wrong</Badge>;
  return <Badge tone="neutral">{state}</Badge>;
}
