// Ends the roll call, once all ticks of this phone are sent.

import { useState } from 'react';
import type { RollCallProtocol } from '../../../shared/contract/presence.ts';
import { groupDigits } from '../../../shared/words/groupDigits.ts';
import { useAction } from '../../../platform/hooks/useAction.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { Confirm } from '../../../platform/ui/overlays/Confirm.tsx';
import type { RollCallState } from './useRollCall.ts';

interface EndRollCallProps {
  state: RollCallState;
  protocol: RollCallProtocol;
}

export function EndRollCall({ state, protocol: { roll_call } }: EndRollCallProps) {
  const [isAsking, setAsking] = useState(false);
  const ending = useAction('POST /roll-calls/{id}/end', { after: ({ data }) => data && state.show(data) });

  async function end() {
    await state.exchange();
    await ending.run({ id: roll_call.id });
  }
  return (
    <>
      <Button kind="primary" onClick={() => setAsking(true)}>
        End Roll Call
      </Button>
      {isAsking && (
        <Confirm
          title="End the roll call?"
          message={`${missingWords(roll_call.expected - roll_call.ticked)} The protocol cannot be changed afterwards.`}
          confirmLabel="End Roll Call"
          busy={ending.busy}
          error={ending.error}
          onConfirm={() => void end()}
          onClose={() => {
            ending.clear();
            setAsking(false);
          }}
        />
      )}
    </>
  );
}

function missingWords(count: number): string {
  if (count === 0) return 'Everybody who was expected is ticked.';
  if (count === 1) return 'One person who was expected is not ticked.';
  return `${groupDigits(count)} people who were expected are not ticked.`;
}
