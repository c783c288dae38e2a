// A person's sheet: as the server computes it, or from the attendance records where it does not.

import { useCallback, useEffect, useState } from 'react';
import { asApiError, type ApiError } from '../../../platform/api/errors.ts';
import type { PersonSheet } from '../../../shared/contract/entities/day.ts';
import { loadFailedMessage } from '../../../shared/contract/messages/reads.ts';
import type { Days } from '../../../shared/words/periodSteps.ts';
import { useResource, type Resource } from '../../../platform/hooks/useResource.ts';
import { useCanCall } from '../../../platform/session/permissions.ts';
import { useConnection } from '../../../platform/session/session.tsx';
import { readSheet, type ReadSheet } from './readSheet.ts';

export interface SheetResource extends Resource<PersonSheet> {
  /** Why records may be missing from it. */
  notes: readonly string[];
}

export function usePersonSheet(id: number, period: Days): SheetResource {
  const isComputed = useCanCall()('GET /timesheets');
  const computed = useResource('GET /timesheets/{id}', isComputed ? { id, query: period } : null);
  const own = useOwnSheet(id, period, !isComputed);
  return isComputed ? { ...computed, notes: [] } : own;
}

interface Result {
  /** The load that ended with this. */
  load: string;
  read?: ReadSheet;
  error?: ApiError;
}

function useOwnSheet(id: number, { start_date, end_date }: Days, isWanted: boolean): SheetResource {
  const { api, queries } = useConnection();
  const [generation, setGeneration] = useState(0);
  const [result, setResult] = useState<Result>({ load: '' });
  const load = `${id} ${start_date} ${end_date} ${generation}`;
  const reload = useCallback(() => setGeneration((count) => count + 1), []);

  useEffect(() => {
    if (!isWanted) return;
    const leaving = new AbortController();
    const { signal } = leaving;
    readSheet(api, id, { start_date, end_date }, signal).then(
      (read) => signal.aborted || setResult({ load, read }),
      (error: unknown) => signal.aborted || setResult(({ read }) => ({ load, read, error: asApiError(error) })),
    );
    return () => leaving.abort();
  }, [api, id, start_date, end_date, isWanted, load]);
  useEffect(() => (isWanted ? queries.watch('GET /attendance', reload) : undefined), [queries, isWanted, reload]);

  const loading = result.load !== load;
  // Those of somebody else must not be shown under another name.
  const read = result.read?.sheet.employee.id === id ? result.read : undefined;
  return {
    data: read?.sheet,
    notes: read?.notes ?? [],
    unread: [],
    error: loading ? undefined : result.error,
    failed: loadFailedMessage('GET /attendance'),
    loading,
    reload,
  };
}
