// The dialog about a person of the list. It stands beside the list, so that it stays when a new answer lacks the person.

import type { PersonKind, PrivatePerson } from '../../../shared/contract/privacy.ts';
import { ErasePart } from '../erase/erasePart.ts';
import { HoldPart } from '../holds/holdPart.ts';

export type PersonAction = 'hold' | 'erase';

export const kindOf = ({ kind }: PrivatePerson): PersonKind => (kind === 'users' ? 'users' : 'employees');

interface PersonDialogProps {
  action: PersonAction;
  person: PrivatePerson;
  onClose(): void;
}

export function PersonDialog({ action, person, onClose }: PersonDialogProps) {
  const kind = kindOf(person);
  return action === 'hold' ? (
    <HoldPart subject={{ kind, id: person.id, name: person.name }} onClose={onClose} />
  ) : (
    <ErasePart kind={kind} person={person} onClose={onClose} />
  );
}
