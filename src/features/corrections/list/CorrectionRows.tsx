// The rows of the list, with what the user may do about each.

import { useState } from 'react';
import type { Correction } from '../../../shared/contract/entities/corrections.ts';
import { correctionText } from '../../../shared/words/correctionText.ts';
import { dayTitle } from '../../../shared/words/days.ts';
import { useCanCall } from '../../../platform/session/permissions.ts';
import { useUser } from '../../../platform/session/session.tsx';
import { Button } from '../../../platform/ui/Button.tsx';
import { CorrectionDialogPart } from '../correctionDialogPart.ts';
import { CorrectionItem } from '../CorrectionItem.tsx';
import type { CorrectionDraft } from '../draft.ts';
import { UndoButton } from '../UndoButton.tsx';
import { DecideDialog } from './DecideDialog.tsx';
import * as s from './CorrectionsList.module.css';

type Open = { action: 'undo'; draft: CorrectionDraft } | { action: 'approve' | 'refuse'; correction: Correction };

export function CorrectionRows({ corrections }: { corrections: readonly Correction[] }) {
  const { id: userId } = useUser();
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  return (
    <>
      <ul aria-label="Corrections" className={s.rows}>
        {corrections.map((correction) => (
          <CorrectionItem
            key={correction.id}
            correction={correction}
            person={<Person correction={correction} />}
            note={isOwnWaiting(correction, userId) ? 'You made this correction, so somebody else decides.' : undefined}
            actions={<Actions correction={correction} onOpen={setOpen} />}
          />
        ))}
      </ul>
      {open?.action === 'undo' && <CorrectionDialogPart drafts={[open.draft]} onClose={close} />}
      {(open?.action === 'approve' || open?.action === 'refuse') && (
        <DecideDialog correction={open.correction} agree={open.action === 'approve'} onClose={close} />
      )}
    </>
  );
}

const isOwnWaiting = ({ state, author_id }: Correction, userId: number) => state === 'waiting' && author_id === userId;

function Person({ correction }: { correction: Correction }) {
  return (
    <span className={s.person}>
      {correctionText.person(correction)}{' '}
      <span className={s.muted}>
        {dayTitle(correction.day)} · {correction.company.name}
      </span>
    </span>
  );
}

interface ActionsProps {
  correction: Correction;
  onOpen(open: Open): void;
}

function Actions({ correction, onOpen }: ActionsProps) {
  const { id: userId } = useUser();
  const mayDecide = useCanCall()('POST /corrections/{id}/decide');
  const isWaiting = correction.state === 'waiting';
  const name = `${correctionText.deed(correction)}, ${correctionText.person(correction)}`;
  return (
    <>
      {isWaiting && !isOwnWaiting(correction, userId) && mayDecide && (
        <>
          <Button size="small" aria-label={`Approve ${name}`} onClick={() => onOpen({ action: 'approve', correction })}>
            Approve
          </Button>
          <Button size="small" aria-label={`Refuse ${name}`} onClick={() => onOpen({ action: 'refuse', correction })}>
            Refuse
          </Button>
        </>
      )}
      <UndoButton correction={correction} onUndo={(draft) => onOpen({ action: 'undo', draft })} />
    </>
  );
}
