// Asks the device to send a day again. What is known already is not stored twice.

import { useAction } from '../../../platform/hooks/useAction.ts';
import { useCanCall } from '../../../platform/session/permissions.ts';
import { Button } from '../../../platform/ui/Button.tsx';

const call = 'POST /access-controllers/{id}/device/commands';

export function ResendButton({ controllerId, day }: { controllerId: number; day: string }) {
  const mayAsk = useCanCall()(call);
  const ask = useAction(call, { report: 'toast' });
  if (!mayAsk) return null;
  return (
    <Button
      size="small"
      busy={ask.busy}
      onClick={() => void ask.run({ id: controllerId, body: { command: 'resend', day } })}
    >
      Ask the Device to Send This Day Again
    </Button>
  );
}
