// One person: who it is, in which state, and what can be done.

import { useState } from 'react';
import type { PersonKind, PrivatePerson } from '../../../contract/entities/privacy.ts';
import { PersonalDataButton } from '../../../privacy/PersonalDataButton.tsx';
import { ErasePart } from '../../../privacy/erase/erasePart.ts';
import { HoldPart } from '../../../privacy/holds/holdPart.ts';
import { useMay } from '../../../session/useMay.ts';
import { Button } from '../../../ui/Button.tsx';
import { Badge } from '../../../ui/data/Badge.tsx';
import { stateName } from '../words.ts';
import * as rows from '../../../privacy/rows.module.css';
import * as s from './People.module.css';

const tones: Readonly<Record<string, 'good' | 'warning'>> = { active: 'good', erased: 'warning' };

export function PersonRow({ person }: { person: PrivatePerson }) {
  const { name, detail, company, state, is_held } = person;
  const kind: PersonKind = person.kind === 'users' ? 'users' : 'employees';
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
        <Actions kind={kind} person={person} />
      </span>
    </li>
  );
}

function Actions({ kind, person }: { kind: PersonKind; person: PrivatePerson }) {
  const may = useMay();
  const [open, setOpen] = useState<'hold' | 'erase'>();
  const close = () => setOpen(undefined);
  return (
    <>
      {may('POST /legal-holds') && (
        <Button size="small" aria-label={`Place a legal hold on ${person.name}`} onClick={() => setOpen('hold')}>
          Hold
        </Button>
      )}
      {may('POST /privacy/erasures') && person.state !== 'erased' && (
        <Button size="small" aria-label={`Erase ${person.name}`} onClick={() => setOpen('erase')}>
          Erase
        </Button>
      )}
      {open === 'hold' && <HoldPart subject={{ kind, id: person.id, name: person.name }} onClose={close} />}
      {open === 'erase' && <ErasePart kind={kind} person={person} onClose={close} />}
    </>
  );
}
