// How the working days of a company are computed: when they begin, what repeats, and who approves corrections.

import { useId, useState } from 'react';
import { HistoryButton } from '../../../platform/lists/history/HistoryButton.tsx';
import { ResourceView } from '../../../platform/lists/Loaded.tsx';
import { useResource } from '../../../platform/hooks/useResource.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { LineSkeleton } from '../../../platform/ui/feedback/Skeletons.tsx';
import { Dialog } from '../../../platform/ui/overlays/Dialog.tsx';
import { DayRulesForm } from './DayRulesForm.tsx';

interface DayRulesDialogProps {
  company: { id: number; name: string };
  onClose(): void;
}

export function DayRulesDialog({ company, onClose }: DayRulesDialogProps) {
  const rules = useResource('GET /companies/{id}/day-rules', { id: company.id });
  const [state, setState] = useState({ dirty: false, busy: false });
  const formId = useId();
  return (
    <Dialog
      title={`Day Rules - ${company.name}`}
      dirty={state.dirty}
      aside={<HistoryButton of={{ subject: 'day_rules', id: company.id }} name={`the Day Rules of ${company.name}`} />}
      onClose={onClose}
      footer={(requestClose) => (
        <>
          <Button onClick={requestClose}>Cancel</Button>
          {rules.data && (
            <Button kind="primary" type="submit" form={formId} busy={state.busy}>
              Save Day Rules
            </Button>
          )}
        </>
      )}
    >
      <ResourceView resource={rules} skeleton={<LineSkeleton label="Loading the day rules…" lines={6} />}>
        {(loaded) => (
          <DayRulesForm id={formId} companyId={company.id} rules={loaded} onState={setState} onSaved={onClose} />
        )}
      </ResourceView>
    </Dialog>
  );
}
