// Imports punches from a terminal's file, after a preview.

import { useEffect, useRef, useState } from 'react';
import { failedMessage, touchedBy } from '../../../platform/api/calls.ts';
import { asApiError, describeFailure } from '../../../platform/api/errors.ts';
import { CsvError } from '../../../platform/csv/readCsv.ts';
import { useConnection } from '../../../platform/session/session.tsx';
import { Button } from '../../../platform/ui/Button.tsx';
import { Facts } from '../../../platform/ui/data/CardGrid.tsx';
import { Banner } from '../../../platform/ui/feedback/Banner.tsx';
import { Progress } from '../../../platform/ui/feedback/Progress.tsx';
import { FileButton } from '../../../platform/ui/forms/FileButton.tsx';
import { Dialog } from '../../../platform/ui/overlays/Dialog.tsx';
import type { ReadLines } from '../../../shared/contract/deviceEvents.ts';
import type { DeviceSetup } from '../../../shared/contract/devices.ts';
import { outcomeName } from '../../../shared/words/deviceWords.ts';
import { groupDigits, plural } from '../../../shared/words/plural.ts';
import { mostLines, type PunchFile, readFile } from './readFile.ts';
import * as layout from '../../../platform/ui/layout/layout.module.css';

export default function FileDialog({ setup, onClose }: { setup: DeviceSetup; onClose(): void }) {
  const { upload, open, store, cancel, again } = useUpload(setup.controller.id);
  const isStoring = upload.status === 'running' && !upload.isDryRun;
  const isStopping = upload.status === 'running' && upload.isStopping;
  const isDone = upload.status === 'tried' || upload.status === 'stored';
  const step = useRef<HTMLDivElement>(null);
  // The previous step may have disappeared with the pressed button.
  useEffect(() => {
    if (upload.status !== 'none' && document.activeElement === document.body) step.current?.focus();
  }, [upload.status]);
  return (
    <Dialog
      title="Upload File"
      size="large"
      dirty={isStoring}
      question={stopQuestion}
      footer={(requestClose) => (
        <>
          {isDone && <Button onClick={again}>Choose Another File</Button>}
          <Button disabled={isStopping} onClick={upload.status === 'running' ? cancel : requestClose}>
            {isStopping ? 'Stopping…' : upload.status === 'stored' ? 'Close' : 'Cancel'}
          </Button>
          {upload.status === 'tried' && freshIn(upload.sum) > 0 && (
            <Button kind="primary" onClick={() => void store(upload.file)}>
              Store {plural(freshIn(upload.sum), 'Event')}
            </Button>
          )}
        </>
      )}
      onClose={isStoring ? cancel : onClose}
    >
      <div ref={step} tabIndex={-1} className={layout.stack4}>
        {upload.status === 'none' && <ChooseFile failed={upload.failed} onFile={(file) => void open(file)} />}
        {upload.status === 'running' && (
          <Progress
            label={`${upload.done === undefined ? 'Reading' : upload.isDryRun ? 'Checking' : 'Storing'} ${upload.name}`}
            max={upload.total}
            {...(upload.done !== undefined && {
              value: upload.done,
              detail: `${Math.round((100 * upload.done) / upload.total)} %`,
            })}
          />
        )}
        {isDone && (
          <>
            <p>
              <strong>{upload.file.name}</strong>: {plural(upload.file.lines, 'line')}
            </p>
            {upload.status === 'stored' && <Ended stopped={upload.stopped} />}
            <FileSum
              sum={upload.sum}
              isStored={upload.status === 'stored'}
              countsFrom={setup.rules?.counts_from ?? ''}
            />
          </>
        )}
      </div>
    </Dialog>
  );
}

/** Lines with an implausible time are not stored. */
const freshIn = ({ readable, known, notTaken }: Sum) => readable - known - (notTaken.get('implausible_time') ?? 0);

/** `stopped` is the reason for an early end; '' if it was cancelled. */
function Ended({ stopped }: { stopped: string | undefined }) {
  if (stopped === undefined) return <Banner tone="good">The file was read to its end.</Banner>;
  return (
    <Banner tone="warning">
      {stopped || 'You cancelled it.'} What was stored until then stays. Upload the file again for the rest: nothing is
      stored twice.
    </Banner>
  );
}

function ChooseFile({ failed, onFile }: { failed: string; onFile(file: File): void }) {
  return (
    <>
      {failed && <Banner tone="bad">{failed}</Banner>}
      <p>
        attlog.dat as the terminal writes it to a USB stick, or a CSV with the columns code, time and direction. At most{' '}
        {groupDigits(mostLines)} lines. It is checked first, and nothing is stored until you agree.
      </p>
      <div>
        <FileButton label="File of the terminal" accept=".dat,.csv,.tsv,.txt,text/csv" onFile={onFile} />
      </div>
    </>
  );
}

const stopQuestion = {
  title: 'Stop storing?',
  message: 'What was stored until then stays, and the rest can be uploaded later.',
  keep: 'Keep Storing',
  discard: 'Stop',
};

interface FileSumProps {
  sum: Sum;
  isStored: boolean;
  /** First day whose events count; empty for the day before the controller was added to its company. */
  countsFrom: string;
}

const namedAtMost = 20;
const linesAtMost = 200;

/** Describes a file's lines, and the outcome of new ones. */
function FileSum({ sum, isStored, countsFrom }: FileSumProps) {
  const days = [...sum.days].sort();
  const [first = '', last = ''] = [days[0], days.at(-1)];
  return (
    <div role="status" className={layout.stack4}>
      <Facts
        items={[
          { label: 'People', value: groupDigits(sum.codes.size) },
          { label: 'Days', value: days.length > 0 ? `${groupDigits(days.length)}, ${first} to ${last}` : '0' },
          { label: 'Known already', value: groupDigits(sum.known) },
          { label: isStored ? 'New check-ins' : 'Check-ins to add', value: groupDigits(sum.checkIns) },
          { label: isStored ? 'New check-outs' : 'Check-outs to add', value: groupDigits(sum.checkOuts) },
          ...[...sum.notTaken].map(([outcome, events]) => ({
            label: outcomeName(outcome),
            value: groupDigits(events),
          })),
          { label: 'Unknown codes', value: some([...sum.unknownCodes].sort()) },
        ]}
      />
      {sum.notTaken.has('implausible_time') && (
        <p>
          Punches of an implausible time are not stored. Its events count{' '}
          {countsFrom ? `from ${countsFrom}` : 'from the day before it was added to its company'}: for older ones,
          change that in the rules first.
        </p>
      )}
      {sum.unreadable.length > 0 && (
        <section aria-label="Lines that cannot be read">
          <p>{plural(sum.unreadable.length, 'line')} cannot be read, and will not be stored:</p>
          <ul>
            {sum.unreadable.slice(0, linesAtMost).map(({ line, reason }) => (
              <li key={line}>
                Line {groupDigits(line)}: {reason}
              </li>
            ))}
            {sum.unreadable.length > linesAtMost && (
              <li>… and {groupDigits(sum.unreadable.length - linesAtMost)} more</li>
            )}
          </ul>
        </section>
      )}
    </div>
  );
}

function some(codes: readonly string[]): string {
  if (codes.length === 0) return 'None';
  const more = codes.length > namedAtMost ? `, and ${groupDigits(codes.length - namedAtMost)} more` : '';
  return `${groupDigits(codes.length)}: ${codes.slice(0, namedAtMost).join(', ')}${more}`;
}

// Uploads a file in portions, first as a dry run, then to store it. Cancelling gives up a dry run at once; storing
// stops after the current portion, so that the result is known.

const call = 'POST /access-controllers/{id}/device/file';

type Upload =
  | { status: 'none'; failed: string }
  /** `done` counts portions; undefined while the file is read. */
  | { status: 'running'; isDryRun: boolean; isStopping: boolean; name: string; done: number | undefined; total: number }
  | { status: 'tried'; file: PunchFile; sum: Sum }
  /** `stopped` is the reason for an early end; '' if it was cancelled. */
  | { status: 'stored'; file: PunchFile; sum: Sum; stopped: string | undefined };

function useUpload(controllerId: number) {
  const { api, queries } = useConnection();
  const [upload, setUpload] = useState<Upload>({ status: 'none', failed: '' });
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);

  function begin(): AbortSignal {
    running.current?.abort();
    running.current = new AbortController();
    return running.current.signal;
  }

  /** Returns the reason for an early end; '' if it was cancelled. */
  async function uploadPortions(
    file: PunchFile,
    sum: Sum,
    isDryRun: boolean,
    signal: AbortSignal,
  ): Promise<string | undefined> {
    const { name, header, portions } = file;
    const options = isDryRun ? { signal } : {};
    let done = 0;
    try {
      for (const rows of portions) {
        setUpload({ status: 'running', isDryRun, isStopping: false, name, done, total: portions.length });
        const body = { name, header, rows, dry_run: isDryRun };
        addTo(sum, (await api(call, { id: controllerId, body }, options)).data);
        done++;
        if (signal.aborted && done < portions.length) return '';
      }
      return undefined;
    } catch (error) {
      const failure = asApiError(error);
      return Object.values(failure.fields).join('. ') || describeFailure(failure, failedMessage(call));
    }
  }

  return {
    upload,
    cancel() {
      running.current?.abort();
      setUpload((now) => {
        if (now.status !== 'running') return now;
        return now.isDryRun ? { status: 'none', failed: '' } : { ...now, isStopping: true };
      });
    },
    again: () => setUpload({ status: 'none', failed: '' }),
    async open(chosen: File) {
      const signal = begin();
      const { name } = chosen;
      setUpload({ status: 'running', isDryRun: true, isStopping: false, name, done: undefined, total: 1 });
      try {
        const file = await readFile(chosen);
        if (signal.aborted) return;
        const sum = emptySum(file);
        const stopped = await uploadPortions(file, sum, true, signal);
        if (signal.aborted) return;
        setUpload(stopped === undefined ? { status: 'tried', file, sum } : { status: 'none', failed: stopped });
      } catch (error) {
        const failed = error instanceof CsvError ? error.message : `${name} could not be read.`;
        if (!signal.aborted) setUpload({ status: 'none', failed });
      }
    },
    async store(file: PunchFile) {
      const sum = emptySum(file);
      const stopped = await uploadPortions(file, sum, false, begin());
      queries.invalidate(touchedBy(call));
      setUpload({ status: 'stored', file, sum, stopped });
    },
  };
}

/** Totals over all portions of a file. */
interface Sum {
  readable: number;
  known: number;
  checkIns: number;
  checkOuts: number;
  notTaken: Map<string, number>;
  codes: Set<string>;
  unknownCodes: Set<string>;
  days: Set<string>;
  unreadable: ReadLines['unreadable'];
}

const emptySum = ({ repeated }: PunchFile): Sum => ({
  readable: repeated,
  known: repeated,
  checkIns: 0,
  checkOuts: 0,
  notTaken: new Map(),
  codes: new Set(),
  unknownCodes: new Set(),
  days: new Set(),
  unreadable: [],
});

function addTo(sum: Sum, part: ReadLines): void {
  sum.readable += part.readable;
  sum.known += part.known;
  sum.checkIns += part.check_ins;
  sum.checkOuts += part.check_outs;
  for (const { outcome, events } of part.not_taken)
    sum.notTaken.set(outcome, (sum.notTaken.get(outcome) ?? 0) + events);
  for (const code of part.codes) sum.codes.add(code);
  for (const code of part.unknown_codes) sum.unknownCodes.add(code);
  for (const day of part.days) sum.days.add(day);
  sum.unreadable = [...sum.unreadable, ...part.unreadable];
}
