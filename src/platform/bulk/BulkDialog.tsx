// Dialog for one change to many records: asks once, shows progress, and ends with an exact outcome. Whatever failed can
// be retried.

import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { WriteKey } from '../../shared/contract/calls.ts';
import { groupDigits } from '../../shared/words/plural.ts';
import { touchedBy } from '../api/calls.ts';
import type { Api } from '../api/client.ts';
import { toast } from '../hooks/toasts.ts';
import { useConnection } from '../session/session.tsx';
import { Button } from '../ui/Button.tsx';
import { Banner } from '../ui/feedback/Banner.tsx';
import { Progress } from '../ui/feedback/Progress.tsx';
import { Dialog } from '../ui/overlays/Dialog.tsx';
import { useNavigationGuard } from '../ui/overlays/useNavigationGuard.ts';
import { BulkResult, type BulkWords } from './BulkResult.tsx';
import { type BulkOutcome, combineOutcomes, onFailure, remaining, runMany } from './runMany.ts';
import * as layout from '../ui/layout/layout.module.css';

interface BulkDialogProps<T> {
  title: string;
  question: ReactNode;
  /** Label of the button that starts it, such as 'Delete 12 Employees'. */
  confirmLabel: string;
  tone: 'danger' | 'primary';
  records: readonly T[];
  task: BulkTask<T>;
  words: BulkWords<T>;
  /** Returns why it cannot start, when the button is pressed. */
  complaint?(): string | undefined;
  doneMessage(outcome: BulkOutcome<T>): string;
  /** Called after each run, for example to deselect the records that are done. */
  onEnd(outcome: BulkOutcome<T>): void;
  onClose(): void;
}

export function BulkDialog<T>(props: BulkDialogProps<T>) {
  const { title, question, confirmLabel, tone, records, task, words, complaint, doneMessage, onEnd, onClose } = props;
  const { state, start, retry, cancel } = useBulkRun(task, (outcome) => {
    onEnd(outcome);
    if (remaining(outcome).length > 0) return;
    toast.good(doneMessage(outcome));
    onClose();
  });
  useNavigationGuard(state.status === 'running', sayHeld);
  const [complained, setComplained] = useState<string>();

  function confirm() {
    const reason = complaint?.();
    setComplained(reason);
    if (reason === undefined) start(records);
  }

  function parts(): { content: ReactNode; footer: ReactNode } {
    switch (state.status) {
      case 'idle':
        return {
          content: (
            <>
              {complained && <Banner tone="bad">{complained}</Banner>}
              {question}
            </>
          ),
          footer: (
            <>
              <Button key="no" data-autofocus={tone === 'danger' || undefined} onClick={onClose}>
                Cancel
              </Button>
              <Button key="yes" kind={tone} data-autofocus={tone === 'primary' || undefined} onClick={confirm}>
                {confirmLabel}
              </Button>
            </>
          ),
        };
      case 'running': {
        const done = state.total - (state.outcome ? remaining(state.outcome).length : state.total);
        return {
          content: (
            <Progress
              label={state.isStopping ? 'Stopping…' : `${words.doing}…`}
              value={done}
              max={state.total}
              detail={`${groupDigits(done)} of ${groupDigits(state.total)}`}
            />
          ),
          footer: (
            <Button key="stop" ref={focused} busy={state.isStopping} onClick={cancel}>
              Cancel
            </Button>
          ),
        };
      }
      case 'ended':
        return {
          content: <BulkResult outcome={state.outcome} words={words} />,
          footer: (
            <>
              <Button key="close" onClick={onClose}>
                Close
              </Button>
              <Button key="retry" kind="primary" ref={focused} onClick={retry}>
                Retry the Remaining {groupDigits(remaining(state.outcome).length)}
              </Button>
            </>
          ),
        };
    }
  }

  const { content, footer } = parts();
  return (
    <Dialog
      role="alertdialog"
      size="small"
      title={title}
      onClose={state.status === 'running' ? cancel : onClose}
      footer={footer}
    >
      <div className={layout.stack3}>{content}</div>
    </Dialog>
  );
}

const sayHeld = () => toast.bad('This is still running. Press Cancel to stop it first.');

/** Focuses the button, since the one pressed before has disappeared. */
const focused = (button: HTMLButtonElement | null) => button?.focus();

// Runs a change to many records, with progress, Cancel, and retrying what is left.

interface BulkTask<T> {
  /** Number of records per call. */
  size: number;
  /** Number of concurrent calls, if not as many as usual. */
  atOnce?: number;
  /** Resolves with the number of records it changed. */
  call(api: Api, records: readonly T[]): Promise<number>;
  /** The contract's call behind it, which makes reads stale, and has the message for a failure without a reason. */
  needs: WriteKey;
}

/** Number of concurrent calls, kept low as the server has others to serve. */
const atOnce = 3;

type BulkState<T> =
  | { status: 'idle' }
  | { status: 'running'; outcome: BulkOutcome<T> | undefined; total: number; isStopping: boolean }
  | { status: 'ended'; outcome: BulkOutcome<T> };

interface BulkRun<T> {
  state: BulkState<T>;
  start(records: readonly T[]): void;
  retry(): void;
  /** Stops after the calls that are under way. */
  cancel(): void;
}

function useBulkRun<T>(task: BulkTask<T>, onEnd: (outcome: BulkOutcome<T>) => void): BulkRun<T> {
  const { api, queries } = useConnection();
  const [state, setState] = useState<BulkState<T>>({ status: 'idle' });
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function run(records: readonly T[], before?: BulkOutcome<T>) {
    if (running.current) return;
    const controller = new AbortController();
    running.current = controller;
    const show = (outcome?: BulkOutcome<T>) =>
      setState({ status: 'running', outcome, total: records.length, isStopping: controller.signal.aborted });
    show();
    controller.signal.addEventListener('abort', () =>
      setState((now) => (now.status === 'running' ? { ...now, isStopping: true } : now)),
    );
    const last = await runMany({
      items: records,
      size: task.size,
      atOnce: task.atOnce ?? atOnce,
      call: (chunk) => task.call(api, chunk),
      onFailure: onFailure(task.needs),
      signal: controller.signal,
      onProgress: show,
    });
    running.current = null;
    queries.invalidate(touchedBy(task.needs));
    const outcome = combineOutcomes(before, last);
    setState({ status: 'ended', outcome });
    onEnd(outcome);
  }

  return {
    state,
    start: (records) => void run(records),
    retry: () => state.status === 'ended' && void run(remaining(state.outcome), state.outcome),
    cancel: () => running.current?.abort(),
  };
}
