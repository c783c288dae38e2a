// What was corrected on a day, by whom and why, and how to undo it.

import { CorrectionItem } from '../../corrections/CorrectionItem.tsx';
import type { CorrectionDraft } from '../../corrections/draft.ts';
import { UndoButton } from '../../corrections/UndoButton.tsx';
import { ResourceView } from '../../../platform/lists/Loaded.tsx';
import { useResource } from '../../../platform/hooks/useResource.ts';
import { LineSkeleton } from '../../../platform/ui/feedback/Skeletons.tsx';
import type { CorrectedDay } from './correctedDay.ts';
import * as s from './DayDetails.module.css';

interface DayCorrectionsProps {
  employeeId: number;
  about: CorrectedDay;
  /** Undefined for those who may not correct. */
  onCorrect: ((draft: CorrectionDraft) => void) | undefined;
}

export function DayCorrections({ employeeId, about, onCorrect }: DayCorrectionsProps) {
  const query = { employee_id: employeeId, start_date: about.day, end_date: about.day, per_page: 100 };
  const corrections = useResource('GET /corrections', { query });
  return (
    <section aria-label="Corrections" className={s.corrections}>
      <ResourceView resource={corrections} skeleton={<LineSkeleton label="Loading corrections…" />}>
        {({ data }) => (
          <ul className={s.list}>
            {data.map((correction) => (
              <CorrectionItem
                key={correction.id}
                correction={correction}
                actions={
                  onCorrect && (
                    <UndoButton correction={correction} onUndo={(draft) => onCorrect({ ...draft, ...about })} />
                  )
                }
              />
            ))}
          </ul>
        )}
      </ResourceView>
    </section>
  );
}
