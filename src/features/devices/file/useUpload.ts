// Goes through a file, portion by portion: first tried, then stored. Cancel ends it after the portion under way.

import { useEffect, useRef, useState } from 'react';
import { asApiError, describeFailure } from '../../../platform/api/errors.ts';
import { messages } from '../../../shared/contract/messages/writes.ts';
import { CsvError } from '../../../platform/csv/readCsv.ts';
import { rehearsalLimit } from '../../../platform/hooks/useRehearsal.ts';
import { useConnection } from '../../../platform/session/session.tsx';
import { type PunchFile, readFile } from './readFile.ts';
import { addTo, emptySum, type Sum } from './sumOf.ts';

const call = 'POST /access-controllers/{id}/device/file';

export type Upload =
  | { status: 'none'; failed: string }
  | { status: 'running'; isDryRun: boolean; name: string; done: number; total: number }
  | { status: 'tried'; file: PunchFile; sum: Sum }
  /** `stopped`: why it ended before its end; '' if it was cancelled. */
  | { status: 'stored'; file: PunchFile; sum: Sum; stopped: string | undefined };

export function useUpload(controllerId: number) {
  const { api, queries } = useConnection();
  const [upload, setUpload] = useState<Upload>({ status: 'none', failed: '' });
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);

  /** Why it stopped before the end, if something stopped it. */
  async function goThrough(file: PunchFile, sum: Sum, isDryRun: boolean): Promise<string | undefined> {
    const { name, header, portions } = file;
    const current = new AbortController();
    running.current = current;
    let done = 0;
    try {
      for (const rows of portions) {
        setUpload({ status: 'running', isDryRun, name, done, total: portions.length });
        const body = { name, header, rows, dry_run: isDryRun };
        addTo(sum, (await api(call, { id: controllerId, body }, { timeLimit: rehearsalLimit })).data);
        done++;
        if (current.signal.aborted && done < portions.length) return '';
      }
      return undefined;
    } catch (error) {
      const failure = asApiError(error);
      return Object.values(failure.fields).join('. ') || describeFailure(failure, messages[call].failed);
    }
  }

  return {
    upload,
    cancel: () => running.current?.abort(),
    again: () => setUpload({ status: 'none', failed: '' }),
    async open(chosen: File) {
      try {
        const file = await readFile(chosen);
        const sum = emptySum(file);
        const stopped = await goThrough(file, sum, true);
        setUpload(stopped === undefined ? { status: 'tried', file, sum } : { status: 'none', failed: stopped });
      } catch (error) {
        const failed = error instanceof CsvError ? error.message : `${chosen.name} could not be read.`;
        setUpload({ status: 'none', failed });
      }
    },
    async store(file: PunchFile) {
      const sum = emptySum(file);
      const stopped = await goThrough(file, sum, false);
      queries.invalidate(messages[call].touches);
      setUpload({ status: 'stored', file, sum, stopped });
    },
  };
}
