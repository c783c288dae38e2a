// A button that asks a device something. The device fetches the command when it calls next.

import type { ReactNode } from 'react';
import { useAction } from '../../platform/hooks/useAction.ts';
import { useCanCall } from '../../platform/session/permissions.ts';
import { Button, type ButtonProps } from '../../platform/ui/Button.tsx';
import type { Body } from '../../shared/contract/calls.ts';

const call = 'POST /access-controllers/{id}/device/commands';

interface CommandButtonProps extends Pick<ButtonProps, 'size'> {
  controllerId: number;
  body: Body<typeof call>;
  /** Set where the outcome is shown anyway. */
  quiet?: boolean;
  children: ReactNode;
}

/** Renders nothing for users who may not ask. */
export function CommandButton({ controllerId, body, quiet = false, size, children }: CommandButtonProps) {
  const mayAsk = useCanCall()(call);
  const ask = useAction(call, { report: 'toast', quiet });
  if (!mayAsk) return null;
  return (
    <Button size={size} busy={ask.busy} onClick={() => void ask.run({ id: controllerId, body })}>
      {children}
    </Button>
  );
}
