// Runs an export of the listed records, and shows its progress and result. The screen holds the state, and stays usable
// meanwhile.

import { useEffect, useEffectEvent, useRef } from 'react';
import { CodeLoadError, loadOnce } from '../../platform/boot/loadOnce.ts';
import type { ExportFormat } from '../../platform/export/errors.ts';
import type { ExportProgress } from '../../platform/export/progress.ts';
import { CloseMessageButton } from '../../platform/lists/listExport/ExportOutcome.tsx';
import { hasFeature, hasSeveralZones } from '../../platform/session/permissions.ts';
import { useConnection, useUser } from '../../platform/session/session.tsx';
import { Button } from '../../platform/ui/Button.tsx';
import { saveFile } from '../../platform/ui/downloadFile.ts';
import { Banner } from '../../platform/ui/feedback/Banner.tsx';
import { CancellableProgress } from '../../platform/ui/feedback/Progress.tsx';
import { groupDigits, plural } from '../../shared/words/plural.ts';
import type { Exported, ExportRequest } from './export/exportAttendance.ts';
import * as layout from '../../platform/ui/layout/layout.module.css';
import * as s from './ExportPanel.module.css';

/** The state of an export, from the click until its message is closed; undefined while there is none. */
export type ExportState =
  | { status: 'starting'; format: ExportFormat }
  | { status: 'running'; format: ExportFormat; progress?: ExportProgress; stop(): void }
  | { status: 'asking'; format: ExportFormat; characters: readonly string[]; answer(answer: ExportAnswer): void }
  | { status: 'done'; exported: Exported }
  | { status: 'failed'; message: string; retry(): void };

type ExportAnswer = 'continue' | 'excel' | 'cancel';

const loadExport = loadOnce('The export', () => import('./export/exportAttendance.ts'));

interface ExportPanelProps extends Pick<ExportRequest, 'filters' | 'shownFilters'> {
  state: ExportState;
  onState(state: ExportState | undefined): void;
  onVerify(): void;
}

export default function ExportPanel({ state, filters, shownFilters, onState, onVerify }: ExportPanelProps) {
  const run = useExport(onState);
  const start = useEffectEvent((format: ExportFormat) => void run({ format, filters, shownFilters }));
  const starting = state.status === 'starting' ? state.format : undefined;
  useEffect(() => {
    if (starting) start(starting);
  }, [starting]);

  const dismiss = () => onState(undefined);
  switch (state.status) {
    case 'starting':
      return null;
    case 'running':
      return (
        <section aria-label="Export" className={`${layout.box} ${s.running}`}>
          <CancellableProgress
            label={`Exporting ${state.format === 'excel' ? 'Excel' : 'PDF'}`}
            value={state.progress?.done}
            max={state.progress?.total ?? 1}
            detail={state.progress ? describeProgress(state.progress) : 'Starting…'}
            onCancel={state.stop}
          />
        </section>
      );
    case 'asking':
      return (
        <Banner
          tone="warning"
          action={
            <>
              <Button kind="primary" size="small" onClick={() => state.answer('excel')}>
                Export Excel Instead
              </Button>
              <Button size="small" onClick={() => state.answer('continue')}>
                Export PDF Without Them
              </Button>
              <Button size="small" onClick={() => state.answer('cancel')}>
                Cancel
              </Button>
            </>
          }
        >
          {missingCharacters(state.characters)}
        </Banner>
      );
    case 'failed':
      return (
        <Banner tone="bad" onRetry={state.retry} action={<CloseMessageButton onClick={dismiss} />}>
          {state.message}
        </Banner>
      );
    case 'done':
      return (
        <div className={layout.screenOnly}>
          <Done exported={state.exported} onVerify={onVerify} onClose={dismiss} />
        </div>
      );
  }
}

type Run = Pick<ExportRequest, 'format' | 'filters' | 'shownFilters'>;

/**
 * Returns a function that runs an export as requested, even if the filters change meanwhile. Leaving the screen ends
 * it.
 */
function useExport(onState: (state: ExportState | undefined) => void): (run: Run) => Promise<void> {
  const { api } = useConnection();
  const user = useUser();
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);

  return async function run(request: Run) {
    const { format } = request;
    const controller = new AbortController();
    const { signal } = controller;
    running.current = controller;
    const showRunning = (progress?: ExportProgress) =>
      onState({ status: 'running', format, progress, stop: () => controller.abort() });
    const approveMissingGlyphs = (characters: readonly string[]) =>
      new Promise<ExportAnswer>((resolve) => {
        function answer(given: ExportAnswer) {
          showRunning();
          resolve(given);
        }
        onState({ status: 'asking', format, characters, answer });
      });
    showRunning();
    try {
      const { exportAttendance } = await loadExport();
      const exported = await exportAttendance(api, {
        ...request,
        user: `${user.name} (${user.email})`,
        canSign: hasFeature(user, 'signed_exports'),
        hasCorrections: hasFeature(user, 'corrections'),
        hasRevision: hasFeature(user, 'attendance_revision'),
        hasZones: hasSeveralZones(user) && !request.filters?.company_id,
        signal,
        onProgress: showRunning,
        approveMissingGlyphs,
      });
      for (const { blob, name } of exported.files) saveFile(blob, name);
      onState({ status: 'done', exported });
    } catch (error) {
      if (signal.aborted || isCancelled(error)) onState(undefined);
      else {
        const message = error instanceof Error ? error.message : String(error);
        // Browsers remember a module that failed to load, and an old page cannot find a new version's files.
        const retry = () => (error instanceof CodeLoadError ? location.reload() : void run(request));
        onState({ status: 'failed', message, retry });
      }
    }
  };
}

function isCancelled(error: unknown): boolean {
  return error instanceof Error && 'kind' in error && error.kind === 'aborted';
}

function missingCharacters(characters: readonly string[]): string {
  return `The PDF font lacks ${plural(characters.length, 'character')} used in these records: ${characters.join(' ')}`;
}

interface DoneProps {
  exported: Exported;
  onVerify(): void;
  onClose(): void;
}

function Done({ exported: { files, notes }, onVerify, onClose }: DoneProps) {
  const rows = files.reduce((sum, file) => sum + file.rows, 0);
  const message = `Exported ${plural(rows, 'record')} to ${files.map(({ name }) => name).join(', ')}.`;
  return (
    <Banner
      tone={notes.length > 0 ? 'warning' : 'good'}
      action={
        <>
          <Button size="small" onClick={onVerify}>
            Verify File
          </Button>
          <CloseMessageButton onClick={onClose} />
        </>
      }
    >
      {[message, ...notes].join('\n')}
    </Banner>
  );
}

const phases = { fetching: 'Fetched', checking: 'Checked', building: 'Written' };

function describeProgress({ phase, done, total, remainingSeconds, part, parts }: ExportProgress): string {
  const texts = [`${phases[phase]} ${groupDigits(done)} of ${groupDigits(total)} records`];
  if (parts !== undefined && parts > 1) texts.push(`part ${part} of ${parts}`);
  if (remainingSeconds !== undefined) texts.push(`about ${duration(remainingSeconds)} left`);
  return texts.join(', ');
}

function duration(seconds: number): string {
  return seconds < 60 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`;
}
