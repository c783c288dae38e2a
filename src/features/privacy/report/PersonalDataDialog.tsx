// All that is stored of an employee or user: how much of what, and the whole of it as a file.

import { useState } from 'react';
import type { PersonKind } from '../../../shared/contract/entities/privacy.ts';
import { ResourceView } from '../../../platform/lists/Loaded.tsx';
import { useCanCall } from '../../../platform/session/permissions.ts';
import { LineSkeleton } from '../../../platform/ui/feedback/Skeletons.tsx';
import { Button } from '../../../platform/ui/Button.tsx';
import { Dialog } from '../../../platform/ui/overlays/Dialog.tsx';
import { ErasePart } from '../erase/erasePart.ts';
import { Download } from './Download.tsx';
import { Sections } from './Sections.tsx';
import { usePersonalData } from './usePersonalData.ts';
import * as s from '../rows.module.css';

interface PersonalDataDialogProps {
  kind: PersonKind;
  person: { id: number; name: string };
  onClose(): void;
}

export function PersonalDataDialog({ kind, person, onClose }: PersonalDataDialogProps) {
  const stored = usePersonalData(kind, person.id);
  const mayErase = useCanCall()('POST /privacy/erasures');
  const [isErasing, setErasing] = useState(false);
  return (
    <Dialog
      title={`Personal Data of ${person.name}`}
      size="large"
      onClose={onClose}
      footer={
        <>
          {mayErase && <Button onClick={() => setErasing(true)}>Erase Personal Data</Button>}
          <Button onClick={onClose}>Close</Button>
        </>
      }
    >
      <div className={s.parts}>
        <p className={s.muted}>
          All that is stored of this {kind === 'employees' ? 'employee' : 'user'}. That you looked is in the audit log.
        </p>
        <ResourceView resource={stored} skeleton={<LineSkeleton label="Loading what is stored…" lines={8} />}>
          {(data) => (
            <>
              <Download data={data} />
              <Sections sections={data.sections} />
            </>
          )}
        </ResourceView>
      </div>
      {isErasing && <ErasePart kind={kind} person={person} onClose={() => setErasing(false)} onErased={onClose} />}
    </Dialog>
  );
}
