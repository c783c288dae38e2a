// Opens what is stored of an employee or user, for those who may see it. The code of the dialog loads with it.

import { useState } from 'react';
import type { PersonKind } from '../../shared/contract/privacy.ts';
import { RowButton } from '../../platform/lists/RecordRowActions.tsx';
import { useCanCall } from '../../platform/session/permissions.ts';
import { ActionIcon } from '../../platform/ui/ActionIcon.tsx';
import { Button } from '../../platform/ui/Button.tsx';
import { lazyPart } from '../../platform/hooks/lazyPart.tsx';

interface PersonalDataButtonProps {
  kind: PersonKind;
  person: { id: number; name: string };
  /** Shown in a list, where a row has no room for words. */
  asIcon?: boolean;
}

export function PersonalDataButton({ kind, person, asIcon = false }: PersonalDataButtonProps) {
  const maySee = useCanCall()(
    kind === 'employees' ? 'GET /employees/{id}/personal-data' : 'GET /users/{id}/personal-data',
  );
  const [isOpen, setOpen] = useState(false);
  if (!maySee) return null;
  const label = `Personal data of ${person.name}`;
  const open = () => setOpen(true);
  return (
    <>
      {asIcon ? (
        <RowButton label={label} icon={<ActionIcon name="file" />} onClick={open} />
      ) : (
        <Button size="small" aria-label={label} onClick={open}>
          Personal Data
        </Button>
      )}
      {isOpen && <PersonalDataPart kind={kind} person={person} onClose={() => setOpen(false)} />}
    </>
  );
}

/** Loads after the screens that lead to it. */
export const PersonalDataPart = lazyPart(
  'The personal data',
  async () => (await import('./report/PersonalDataDialog.tsx')).PersonalDataDialog,
);
