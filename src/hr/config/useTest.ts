// Tests the HR sync of one company: a dry run with the settings in the form, or a real sync with the saved ones.

import { useState } from 'react';
import type { HrSyncConfig, HrSyncTest } from '../../contract/entities/hr.ts';
import { doneMessage, dryRunDone, messages } from '../../contract/messages/writes.ts';
import { useAction } from '../../hooks/useAction.ts';
import type { Action } from '../../hooks/useCall.ts';
import { toast } from '../../ui/feedback/toasts.ts';

export interface TestRun {
  results: HrSyncTest['results'];
  isDry: boolean;
  /** The tested configuration as JSON. */
  tried: string;
  /** The tested configuration was not the saved one. */
  isUnsaved: boolean;
}

interface Tried {
  config: HrSyncConfig;
  dirty: boolean;
}

type TestAction = Action<typeof key>;

export interface Test {
  last: TestRun | undefined;
  /** The settings have not changed since the last test. */
  isCurrent: boolean;
  dry: TestAction;
  real: TestAction;
  /** Resolves to whether the server answered. */
  run(isDry: boolean): Promise<boolean>;
}

/** A count of successes says nothing alone; the failures beside it do. */
export function hasSucceeded({ success, failed }: HrSyncTest['results']): boolean {
  if (typeof success === 'number' && failed !== undefined) return failed === 0;
  return Boolean(success);
}

const key = 'POST /companies/{id}/hr-sync/test';

export function useTest(companyId: number, { config, dirty }: Tried): Test {
  const [last, setLast] = useState<TestRun>();
  const dry = useAction(key, { quiet: true, dryRun: true });
  const real = useAction(key, { quiet: true });

  async function run(isDry: boolean): Promise<boolean> {
    // The configuration is our extension: a server that knows only the specification gets it only if needed.
    const body = isDry && dirty ? { dry_run: true, config } : { dry_run: isDry };
    const outcome = await (isDry ? dry : real).run({ id: companyId, body });
    if (!outcome.ok) return false;
    const { results } = outcome.answered.data;
    setLast({ results, isDry, tried: JSON.stringify(config), isUnsaved: isDry && dirty });
    if (!hasSucceeded(results)) toast.bad(messages[key].failed);
    else toast.good(isDry ? dryRunDone : doneMessage(key, results));
    return true;
  }

  return { last, isCurrent: last?.tried === JSON.stringify(config), dry, real, run };
}
