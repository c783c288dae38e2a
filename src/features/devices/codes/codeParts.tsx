// The form that assigns a code, and its button, for screens that show codes.

import { useCanCall } from '../../../platform/session/permissions.ts';
import type { ButtonProps } from '../../../platform/ui/Button.tsx';
import { lazyPart } from '../../../platform/ui/lazyPart.tsx';
import { DialogButton } from '../../../platform/ui/overlays/DialogButton.tsx';

/** Assigning a code also requires the right to list the company's employees, whom the form offers. */
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

/** Renders nothing for users who may not assign codes. */
export function AssignCodeButton({ label = 'Assign Code', company, code, ...button }: AssignCodeButtonProps) {
  if (!useMayAssignCode()) return null;
  return (
    <DialogButton label={label} {...button}>
      {(close) => <AssignCodePart company={company} code={code} onClose={close} />}
    </DialogButton>
  );
}
