// Sends again the records that HR has not accepted, and reports the result.

import { doneMessage } from '../../platform/api/calls.ts';
import { toast } from '../../platform/hooks/toasts.ts';
import { useAction } from '../../platform/hooks/useAction.ts';
import { useCanCall } from '../../platform/session/permissions.ts';

const call = 'POST /attendance/retry-hr';

export function useRetryHr() {
  const mayRetry = useCanCall()(call);
  const { run, busy } = useAction(call, {
    report: 'toast',
    quiet: true,
    after({ data }) {
      const [reason] = data.errors;
      const message = doneMessage(call, data);
      if (data.success > 0) toast.good(message);
      else toast.bad(reason ? `${message}. ${reason}` : message);
    },
  });
  return { mayRetry, busy, retry: (ids: readonly number[]) => void run({ body: { record_ids: [...ids] } }) };
}
