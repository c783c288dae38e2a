// Opens what is stored of an employee or user, for those who may see it. The code of the dialog loads with it.

import { lazyPart } from '../../platform/hooks/lazyPart.tsx';
import { useCanCall } from '../../platform/session/permissions.ts';
import { DialogButton } from '../../platform/ui/overlays/DialogButton.tsx';
import type { PersonKind } from '../../shared/contract/privacy.ts';

interface PersonalDataButtonProps {
  kind: PersonKind;
  person: { id: number; name: string };
}

export function PersonalDataButton({ kind, person }: PersonalDataButtonProps) {
  const maySee = useCanCall()(
    kind === 'employees' ? 'GET /employees/{id}/personal-data' : 'GET /users/{id}/personal-data',
  );
  if (!maySee) return null;
  return (
    <DialogButton size="small" aria-label={`Personal data of ${person.name}`} label="Personal Data">
      {(close) => <PersonalDataPart kind={kind} person={person} onClose={close} />}
    </DialogButton>
  );
}

/** Loads after the screens that lead to it. */
export const PersonalDataPart = lazyPart('The personal data', () => import('./report/PersonalDataDialog.tsx'));
