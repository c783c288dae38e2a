// Lists an employee's further codes. Removing one also takes its events from the employee.

import { useState } from 'react';
import { toast } from '../../../platform/hooks/toasts.ts';
import { useResource } from '../../../platform/hooks/useResource.ts';
import { useCanCall } from '../../../platform/session/permissions.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { ListRow } from '../../../platform/ui/data/ListRow.tsx';
import { ResourceView } from '../../../platform/ui/data/ResourceView.tsx';
import { EmptyState } from '../../../platform/ui/feedback/EmptyState.tsx';
import { ConfirmCall } from '../../../platform/ui/overlays/Confirm.tsx';
import type { EmployeeCode } from '../../../shared/contract/codes.ts';
import { stayedInWords } from '../../../shared/words/closedMonths.ts';
import { dateTitle } from '../../../shared/words/dates.ts';
import { isolated } from '../../../shared/words/isolated.ts';
import { describePeriod } from '../../../shared/words/periods.ts';
import * as layout from '../../../platform/ui/layout/layout.module.css';

const remove = 'DELETE /employee-codes/{id}';
/** More than anybody has. */
const perPage = 100;

export default function EmployeeCodes({ id }: { id: number }) {
  const codes = useResource('GET /employee-codes', { query: { employee_id: id, per_page: perPage } });
  const mayRemove = useCanCall()(remove);
  const [removed, setRemoved] = useState<EmployeeCode>();
  return (
    <>
      <ResourceView resource={codes} loading="Loading codes…" lines={3}>
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState
              title="No other codes"
              hint="Devices know this employee by the employee ID. PINs and badges that are assigned appear here."
            />
          ) : (
            <ul aria-label="Codes" className={layout.list}>
              {data.map((code) => (
                <ListRow
                  key={code.id}
                  title={code.code}
                  end={
                    mayRemove && (
                      <Button size="small" aria-label={`Remove code ${code.code}`} onClick={() => setRemoved(code)}>
                        Remove
                      </Button>
                    )
                  }
                >
                  <p className={layout.muted}>
                    Valid {validityInWords(code)}
                    {code.author && ` · assigned by ${isolated(code.author)}, ${dateTitle(code.created_at)}`}
                  </p>
                </ListRow>
              ))}
            </ul>
          )
        }
      </ResourceView>
      {removed && (
        <ConfirmCall
          call={remove}
          args={{ id: removed.id }}
          title="Remove Code"
          message={`Remove the code ${removed.code} from ${removed.employee.name}? Its records will have no person. Those that were processed, corrected or sent to HR stay, as do those in closed months.`}
          confirmLabel="Remove"
          tone="danger"
          onDone={(answer) => {
            const stayed = stayedInWords(answer?.past_events);
            if (stayed) toast.good(stayed);
          }}
          onClose={() => setRemoved(undefined)}
        />
      )}
    </>
  );
}

/** 'always', 'from 9 Nov 2026', '9 – 22 Nov 2026' */
const validityInWords = ({ valid_from = '', valid_until = '' }: EmployeeCode): string =>
  describePeriod({ start_date: valid_from, end_date: valid_until }) || 'always';
