// Replaces the form for a new record that belongs to a company while there is no company.

import { useLocation } from 'wouter';
import { paths } from '../boot/paths.ts';
import { useCanCall } from '../session/permissions.ts';
import { ActionIcon } from '../ui/ActionIcon.tsx';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/feedback/EmptyState.tsx';
import { Dialog } from '../ui/overlays/Dialog.tsx';
import type { Companies } from './useCompanies.ts';

export const hasNoCompany = ({ list, missing }: Companies) => list?.length === 0 && missing === undefined;

/** `what` is a plural, such as 'Employees'. */
export function NoCompanyDialog({ title, what, close }: { title: string; what: string; close(): void }) {
  const [, navigate] = useLocation();
  const canCall = useCanCall();
  return (
    <Dialog title={title} onClose={close} footer={(requestClose) => <Button onClick={requestClose}>Cancel</Button>}>
      <EmptyState
        icon="companies"
        title="Add a company first"
        hint={`${what} belong to a company, and you have none yet`}
        action={
          canCall('POST /companies') && (
            <Button
              kind="primary"
              icon={<ActionIcon name="plus" />}
              data-autofocus
              onClick={() => navigate(`${paths.companies}?add=1`)}
            >
              Add Company
            </Button>
          )
        }
      />
    </Dialog>
  );
}
