// The plan for a file, made again whenever its columns or the company change.

import { useEffect, useState } from 'react';
import { asApiError, describeFailure } from '../../../platform/api/errors.ts';
import { useCanCall } from '../../../platform/session/permissions.ts';
import { useConnection } from '../../../platform/session/session.tsx';
import type { Source } from './candidate.ts';
import type { CsvFile } from './csvFile.ts';
import { makePlan, type Plan, type PlanProgress } from './makePlan.ts';

export type Planning =
  | { status: 'planning'; progress?: PlanProgress }
  | { status: 'failed'; message: string }
  | { status: 'planned'; plan: Plan };

/** `source` is undefined until it is known which columns to read. */
export function usePlan(file: CsvFile | undefined, source: Source | undefined): { planning: Planning; retry(): void } {
  const { api } = useConnection();
  const canCall = useCanCall();
  const mayCreate = canCall('POST /employees');
  const mayChange = canCall('PUT /employees/{id}');
  const [attempt, setAttempt] = useState(0);
  const [planning, setPlanning] = useState<Planning>({ status: 'planning' });

  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` makes the plan again.
  useEffect(() => {
    if (!file || !source) return;
    const controller = new AbortController();
    const { signal } = controller;
    const show = (next: Planning) => signal.aborted || setPlanning(next);
    show({ status: 'planning' });
    const onProgress = (progress: PlanProgress) => show({ status: 'planning', progress });
    makePlan(api, file.rows, { source, mayCreate, mayChange, signal, onProgress }).then(
      (plan) => show({ status: 'planned', plan }),
      (error: unknown) => {
        const message = describeFailure(asApiError(error), 'Failed to fetch employee data');
        show({ status: 'failed', message });
      },
    );
    return () => controller.abort();
  }, [api, file, source, mayCreate, mayChange, attempt]);

  return { planning, retry: () => setAttempt((count) => count + 1) };
}
