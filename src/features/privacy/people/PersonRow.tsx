// One person: who it is, in which state, and what can be done.

import type { PrivatePerson } from '../../../shared/contract/entities/privacy.ts';
import { PersonalDataButton } from '../PersonalDataButton.tsx';
import { useCanCall } from '../../../platform/session/permissions.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { Badge } from '../../../platform/ui/data/Badge.tsx';
import { stateName } from '../words.ts';
import { kindOf, type PersonAction } from './PersonDialog.tsx';
import * as rows from '../rows.module.css';
import * as s from './People.module.css';

const tones: Readonly<Record<string, 'good' | 'warning'>> = { active: 'good', erased: 'warning' };

interface PersonRowProps {
  person: PrivatePerson;
  onOpen(action: PersonAction): void;
}

export function PersonRow({ person, onOpen }: PersonRowProps) {
  const canCall = useCanCall();
  const { name, detail, company, state, is_held } = person;
  const kind = kindOf(person);
  return (
    <li className={rows.row}>
      <span className={rows.about}>
        <strong className={rows.title}>{name}</strong>
        <span className={rows.muted}>{[detail, company?.name].filter(Boolean).join(' · ')}</span>
      </span>
      <span className={s.state}>
        {is_held && <Badge tone="accent">Legal hold</Badge>}
        <Badge tone={tones[state] ?? 'neutral'}>{stateName(state)}</Badge>
      </span>
      <span className={s.actions}>
        {/* Of a deleted user only the audit knows. */}
        {(kind === 'employees' || state === 'active') && <PersonalDataButton kind={kind} person={person} />}
        {canCall('POST /legal-holds') && (
          <Button size="small" aria-label={`Place a legal hold on ${name}`} onClick={() => onOpen('hold')}>
            Hold
          </Button>
        )}
        {canCall('POST /privacy/erasures') && state !== 'erased' && (
          <Button size="small" aria-label={`Erase ${name}`} onClick={() => onOpen('erase')}>
            Erase
          </Button>
        )}
      </span>
    </li>
  );
}
