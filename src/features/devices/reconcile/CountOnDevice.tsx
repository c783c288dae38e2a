// Asks the device how many events it holds of the day, and says how far that is.

import type { Reconciliation } from '../../../shared/contract/entities/devices.ts';
import { formatTime } from '../../../shared/words/time.ts';
import { useAction } from '../../../platform/hooks/useAction.ts';
import { useCanCall } from '../../../platform/session/permissions.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { Spinner } from '../../../platform/ui/feedback/Spinner.tsx';
import * as s from './ReconcileTab.module.css';

const call = 'POST /access-controllers/{id}/device/commands';

export function CountOnDevice({ controller, day, asked, asked_at }: Reconciliation) {
  const mayAsk = useCanCall()(call);
  const ask = useAction(call, { report: 'toast', quiet: true });
  const count = (label: string) =>
    mayAsk && (
      <Button busy={ask.busy} onClick={() => void ask.run({ id: controller.id, body: { command: 'count', day } })}>
        {label}
      </Button>
    );
  const time = formatTime(asked_at).slice(0, 16);
  switch (asked) {
    case 'no':
      return count('Count on the Device');
    case 'waiting':
      return <Spinner label="Waiting for the device to count…" />;
    case 'answered':
      return (
        <>
          <span className={s.muted}>Counted on the device {time}</span>
          {count('Count Again')}
        </>
      );
    case 'not_supported':
      return <span className={s.muted}>This model does not support counting.</span>;
    default:
      return <span className={s.muted}>A device of this kind cannot be asked what it holds.</span>;
  }
}
