// Uploads a file in portions, first as a dry run, then for storing. Cancelling gives up a dry run at once; storing
// stops after the current portion, so that the result is known.

import { useEffect, useRef, useState } from 'react';
import { failedMessage, touchedBy } from '../../../platform/api/calls.ts';
import { asApiError, describeFailure } from '../../../platform/api/errors.ts';
import { CsvError } from '../../../platform/csv/readCsv.ts';
import { rehearsalTimeoutMs } from '../../../platform/hooks/useRehearsal.ts';
import { useConnection } from '../../../platform/session/session.tsx';
import type { ReadLines } from '../../../shared/contract/deviceEvents.ts';
import { type PunchFile, readFile } from './readFile.ts';

const call = 'POST /access-controllers/{id}/device/file';

type Upload =
  | { status: 'none'; failed: string }
  /** `done` counts portions; undefined while the file is read. */
  | { status: 'running'; isDryRun: boolean; isStopping: boolean; name: string; done: number | undefined; total: number }
  | { status: 'tried'; file: PunchFile; sum: Sum }
  /** `stopped` is the reason for an early end; '' if it was cancelled. */
  | { status: 'stored'; file: PunchFile; sum: Sum; stopped: string | undefined };

export function useUpload(controllerId: number) {
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
  async function goThrough(
    file: PunchFile,
    sum: Sum,
    isDryRun: boolean,
    signal: AbortSignal,
  ): Promise<string | undefined> {
    const { name, header, portions } = file;
    const options = { timeoutMs: rehearsalTimeoutMs, ...(isDryRun && { signal }) };
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
        const stopped = await goThrough(file, sum, true, signal);
        if (signal.aborted) return;
        setUpload(stopped === undefined ? { status: 'tried', file, sum } : { status: 'none', failed: stopped });
      } catch (error) {
        const failed = error instanceof CsvError ? error.message : `${name} could not be read.`;
        if (!signal.aborted) setUpload({ status: 'none', failed });
      }
    },
    async store(file: PunchFile) {
      const sum = emptySum(file);
      const stopped = await goThrough(file, sum, false, begin());
      queries.invalidate(touchedBy(call));
      setUpload({ status: 'stored', file, sum, stopped });
    },
  };
}

/** Totals over all portions of a file. */
export interface Sum {
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
