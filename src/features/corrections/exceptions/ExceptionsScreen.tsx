// The exceptions, or the corrections that answered them, as the address says.

import { Link } from 'wouter';
import { CloseMonthsButton } from '../months/ClosedMonths.tsx';
import { useListParams } from '../../../platform/hooks/useListParams.ts';
import { ScreenHeader } from '../../../platform/ui/layout/ScreenHeader.tsx';
import { ExceptionsInbox } from './ExceptionsInbox.tsx';
import { paths } from '../../../platform/boot/paths.ts';
import { LinkTabs } from '../../../platform/lists/LinkTabs.tsx';
import { groupDigits } from '../../../shared/words/groupDigits.ts';
import { useResource } from '../../../platform/hooks/useResource.ts';
import { useCanCall } from '../../../platform/session/permissions.ts';
import { useUser } from '../../../platform/session/session.tsx';
import { lazyPart } from '../../../platform/hooks/lazyPart.tsx';
import * as s from './ExceptionsScreen.module.css';

const CorrectionsList = lazyPart(
  'The list of corrections',
  async () => (await import('../CorrectionsList.tsx')).CorrectionsList,
);

const tabParams = { tab: '', company_id: '' };

export default function ExceptionsScreen() {
  const [{ tab, company_id }] = useListParams(tabParams);
  const tabs = <InboxTabs current={tab} />;
  if (tab !== 'corrections') return <ExceptionsInbox tabs={tabs} />;
  return (
    <>
      <ScreenHeader
        title="Corrections"
        actions={
          <>
            <CloseMonthsButton companyId={company_id} />
            {tabs}
          </>
        }
      />
      <CorrectionsList />
    </>
  );
}

const tabs = [
  { name: '', label: 'Exceptions', href: paths.exceptions },
  { name: 'corrections', label: 'Corrections', href: `${paths.exceptions}?tab=corrections` },
];

/** Leads from exceptions to corrections and back, and to the corrections that wait for the user. */
function InboxTabs({ current }: { current: string }) {
  const waiting = useWaiting();
  return (
    <>
      {waiting > 0 && (
        <Link href={`${paths.exceptions}?tab=corrections&state=waiting`} className={s.waiting}>
          Waiting for You ({groupDigits(waiting)})
        </Link>
      )}
      <LinkTabs label="Exceptions and corrections" tabs={tabs} current={current} />
    </>
  );
}

/** The most that are counted: seldom more than a few wait. */
const counted = 100;

/** Counts the corrections that wait for the user's decision: those of others, since nobody decides about their own. */
function useWaiting(): number {
  const user = useUser();
  const mayDecide = useCanCall()('POST /corrections/{id}/decide');
  const waiting = useResource(
    'GET /corrections',
    mayDecide ? { query: { state: 'waiting', per_page: counted } } : null,
  );
  return waiting.data?.data.filter(({ author_id }) => author_id !== user.id).length ?? 0;
}
