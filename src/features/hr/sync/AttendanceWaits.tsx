// What automatic attendance of a company's HR system waits for: a door that is silent, or a person whom nobody there is
// matched with, need not count if somebody says so.

import type { Company } from '../../../shared/contract/entities/companies.ts';
import type { HrSyncCompanyStatus } from '../../../shared/contract/entities/hr.ts';
import { useAction } from '../../../platform/hooks/useAction.ts';
import { useCanCall } from '../../../platform/session/permissions.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { VisuallyHidden } from '../../../platform/ui/layout/VisuallyHidden.tsx';
import * as s from './CompanyTable.module.css';

const call = 'PUT /hr-sync/companies/{id}/attendance-waits';

type Wait = NonNullable<HrSyncCompanyStatus['attendance_waits']>[number];

interface AttendanceWaitsProps {
  company: Pick<Company, 'id'>;
  waits: readonly Wait[];
  /** The pressed button is another one afterwards: the focus must go elsewhere. */
  onGone(): void;
}

export function AttendanceWaits({ company, waits, onGone }: AttendanceWaitsProps) {
  return (
    <ul aria-label="Automatic attendance" className={s.attendance}>
      {waits.map((wait) => (
        <li key={`${wait.kind} ${wait.id}`} className={s.wait}>
          <p>
            <b>Automatic attendance {wait.is_lifted ? 'does not wait' : 'waits'}:</b> {wait.sentence}.
          </p>
          <Lift company={company} wait={wait} onGone={onGone} />
        </li>
      ))}
    </ul>
  );
}

interface LiftProps {
  company: Pick<Company, 'id'>;
  wait: Wait;
  onGone(): void;
}

function Lift({ company, wait: { kind, id, sentence, is_lifted }, onGone }: LiftProps) {
  const mayLift = useCanCall()(call);
  const { run, busy } = useAction(call, { report: 'toast' });
  if (!mayLift || (kind !== 'door' && kind !== 'person')) return null;
  return (
    <Button
      size="small"
      busy={busy}
      onClick={() => {
        onGone();
        void run({ id: company.id, body: { kind, id, is_lifted: !is_lifted } });
      }}
    >
      {is_lifted ? 'Wait again' : 'Do not wait'}
      <VisuallyHidden>: {sentence}</VisuallyHidden>
    </Button>
  );
}
