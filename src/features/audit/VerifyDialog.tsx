// Recomputes the chain in this browser, from the server or from an exported file.

import { useEffect, useRef, useState } from 'react';
import { ApiError, describeFailure } from '../../platform/api/errors.ts';
import { loadOnce } from '../../platform/boot/loadOnce.ts';
import { useConnection } from '../../platform/session/session.tsx';
import { Button } from '../../platform/ui/Button.tsx';
import { Facts } from '../../platform/ui/data/CardGrid.tsx';
import { Banner } from '../../platform/ui/feedback/Banner.tsx';
import { CancellableProgress } from '../../platform/ui/feedback/Progress.tsx';
import { FilterField } from '../../platform/ui/filters/FilterField.tsx';
import { FileButton } from '../../platform/ui/forms/FileButton.tsx';
import { Icon } from '../../platform/ui/Icon.tsx';
import { Dialog } from '../../platform/ui/overlays/Dialog.tsx';
import { isHash } from '../../shared/contract/audit/entry.ts';
import { groupDigits } from '../../shared/words/plural.ts';
import type { ChainResult } from './export/verifyChain.ts';
import * as layout from '../../platform/ui/layout/layout.module.css';

export default function VerifyDialog({ onClose }: { onClose(): void }) {
  const { state, verify, cancel } = useVerification();
  const [noted, setNoted] = useState('');
  const hash = noted.trim();
  const isWrong = hash !== '' && !isHash(hash);
  const isRunning = state.status === 'running';
  const start = (file?: File) => !isWrong && void verify(file, hash);

  return (
    <Dialog title="Verify the Audit" size="side" onClose={onClose}>
      <div className={layout.stack4}>
        <p>
          Every entry has the hash of the one before it. This browser computes all of them again, so that you need not
          trust the server’s word for it.
        </p>
        <FilterField
          label="Hash that you noted earlier (optional)"
          error={isWrong ? 'A hash has 64 characters: digits, and letters from a to f.' : undefined}
          hint="Of the last entry at that time. Without one, a missing end cannot be detected."
        >
          {(control) => (
            <input
              {...control}
              value={noted}
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => setNoted(event.target.value)}
            />
          )}
        </FilterField>
        {isRunning ? (
          <CancellableProgress
            label="Verifying"
            value={state.total > 0 ? state.done : undefined}
            max={state.total}
            detail={state.total > 0 ? `${Math.floor((100 * state.done) / state.total)} %` : 'Starting…'}
            onCancel={cancel}
          />
        ) : (
          <div className={layout.wrap}>
            <Button
              kind="primary"
              icon={<Icon name="check" />}
              disabledReason={isWrong ? 'The hash is not complete' : undefined}
              onClick={() => start()}
            >
              Verify the Server’s Audit
            </Button>
            <FileButton
              label="File to verify"
              accept=".jsonl"
              disabledReason={isWrong ? 'The hash is not complete' : undefined}
              onFile={start}
            >
              Verify an Exported File
            </FileButton>
          </div>
        )}
        {state.status === 'failed' && <Banner tone="bad">{state.message}</Banner>}
        {state.status === 'done' && <VerifyResult {...state} />}
      </div>
    </Dialog>
  );
}

type Verifying =
  | { status: 'idle' }
  | { status: 'running'; done: number; total: number }
  /** `isNoted`: it was compared with a hash noted earlier. */
  | { status: 'done'; result: ChainResult; isFile: boolean; isNoted: boolean }
  | { status: 'failed'; message: string };

const load = loadOnce('The check', () => import('./export/verifyAudit.ts'));

/** Runs one verification at a time. */
function useVerification() {
  const { api } = useConnection();
  const [state, setState] = useState<Verifying>({ status: 'idle' });
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function verify(file: File | undefined, noted: string) {
    running.current?.abort();
    const controller = new AbortController();
    const { signal } = controller;
    running.current = controller;
    const onProgress = (done: number, total: number) => !signal.aborted && setState({ status: 'running', done, total });
    onProgress(0, 0);
    try {
      const { verifyFile, verifyServer } = await load();
      const run = { noted, signal, onProgress };
      const result = await (file ? verifyFile(file, run) : verifyServer(api, run));
      if (!signal.aborted) setState({ status: 'done', result, isFile: file !== undefined, isNoted: noted !== '' });
    } catch (error) {
      if (!signal.aborted) setState({ status: 'failed', message: messageOf(error) });
    }
  }
  function cancel() {
    running.current?.abort();
    setState({ status: 'idle' });
  }
  return { state, verify, cancel };
}

function messageOf(error: unknown): string {
  if (error instanceof ApiError) return describeFailure(error, 'The audit could not be read');
  return error instanceof Error ? error.message : String(error);
}

// Says what a verification found: the first broken line, or that the chain is intact, and what that proves.

function VerifyResult({ result, isFile, isNoted }: Extract<Verifying, { status: 'done' }>) {
  const { entries, head, erased, fault } = result;
  return (
    <div className={layout.stack3}>
      {fault ? (
        <Banner tone="bad">
          {`${isFile ? `Line ${groupDigits(fault.line)} is broken` : 'The audit is broken'}: ${fault.words}. ` +
            `Intact before that: ${entriesInWords(entries)}.`}
        </Banner>
      ) : (
        <Banner tone={isWarning(result, isNoted, isFile) ? 'warning' : 'good'}>
          {wholeInWords(result, isNoted, isFile)}
        </Banner>
      )}
      <Facts
        items={[
          { label: 'Entries', value: groupDigits(entries) },
          { label: 'Last hash', value: head && <code className={layout.hint}>{head}</code> },
          {
            label: 'Erased',
            value: erased > 0 && `Personal values of ${entriesInWords(erased)} were erased. Their hashes still fit.`,
          },
        ]}
      />
    </div>
  );
}

const entriesInWords = (count: number) => (count === 1 ? '1 entry' : `${groupDigits(count)} entries`);

const isWarning = ({ entries, isSelection }: ChainResult, isNoted: boolean, isFile: boolean) =>
  isSelection || entries === 0 || (isFile && !isNoted);

function wholeInWords({ entries, isSelection }: ChainResult, isNoted: boolean, isFile: boolean): string {
  if (entries === 0) return 'There are no entries.';
  const all = entriesInWords(entries);
  if (isSelection) return `${all} of a selection: none was altered. What was left out of the file cannot be told.`;
  if (isNoted) return `The audit is whole: ${all}, and the hash that you noted is among theirs.`;
  return isFile
    ? `The file is whole: ${all}. Whether its end was cut off shows only with a hash that was noted.`
    : `The audit is whole: ${all}.`;
}
