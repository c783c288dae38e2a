// Tries the HR sync of one company: dry, with the settings as they stand in the form, or for real with the
// saved ones.

import { useState } from 'react';
import type { HrSyncConfig, HrSyncTest } from '../../contract/entities/hr.ts';
import { doneMessage, dryRunDone, messages } from '../../contract/messages/writes.ts';
import { useAction } from '../../hooks/useAction.ts';
import type { Action } from '../../hooks/useCall.ts';
import { toast } from '../../ui/feedback/toasts.ts';

export interface TestRun {
  results: HrSyncTest['results'];
  isDry: boolean;
  /** What was tried, as text. */
  tried: string;
  /** It was not the saved configuration. */
  isUnsaved: boolean;
}

interface Tried {
  config: HrSyncConfig;
  dirty: boolean;
}

type TestAction = Action<typeof key>;

export interface Test {
  last: TestRun | undefined;
  /** The settings are still those that were tried last. */
  isCurrent: boolean;
  dry: TestAction;
  real: TestAction;
  /** Whether it came to an end, good or bad. */
  run(isDry: boolean): Promise<boolean>;
}

const key = 'POST /companies/{id}/hr-sync/test';

export function useTest(companyId: number, { config, dirty }: Tried): Test {
  const [last, setLast] = useState<TestRun>();
  const dry = useAction(key, { quiet: true, dryRun: true });
  const real = useAction(key, { quiet: true });

  async function run(isDry: boolean): Promise<boolean> {
    // A server that knows only the specification is sent nothing else, unless there is something to try.
    const body = isDry && dirty ? { dry_run: true, config } : { dry_run: isDry };
    const outcome = await (isDry ? dry : real).run({ id: companyId, body });
    if (!outcome.ok) return false;
    const { results } = outcome.answered.data;
    setLast({ results, isDry, tried: JSON.stringify(config), isUnsaved: isDry && dirty });
    if (!results.success) toast.bad(messages[key].failed);
    else toast.good(isDry ? dryRunDone : doneMessage(key, results));
    return true;
  }

  return { last, isCurrent: last?.tried === JSON.stringify(config), dry, real, run };
}
