// The form for a code and the button that opens it, for screens that lead to codes of employees.

import { lazyPart } from '../../../platform/hooks/lazyPart.tsx';
import { useCanCall } from '../../../platform/session/permissions.ts';
import type { ButtonProps } from '../../../platform/ui/Button.tsx';
import { DialogButton } from '../../../platform/ui/overlays/DialogButton.tsx';

/** To assign a code, one chooses among the employees of the company. */
export function useMayAssignCode(): boolean {
  const canCall = useCanCall();
  return canCall('POST /employee-codes') && canCall('GET /companies/{id}/employees');
}

export const AssignCodePart = lazyPart('The form', () => import('./AssignCodeDialog.tsx'));

interface AssignCodeButtonProps extends Pick<ButtonProps, 'size' | 'aria-label'> {
  label?: string;
  company: { id: number; name: string };
  code: string;
}

/** Nothing for users who may not assign codes. */
export function AssignCodeButton({ label = 'Assign Code…', company, code, ...button }: AssignCodeButtonProps) {
  if (!useMayAssignCode()) return null;
  return (
    <DialogButton label={label} {...button}>
      {(close) => <AssignCodePart company={company} code={code} onClose={close} />}
    </DialogButton>
  );
}
