// Exceptions, or the corrections that answered them, as the address says.

import { CorrectionsListPart } from '../list/correctionsListPart.ts';
import { CloseMonthsButton } from '../months/CloseMonthsButton.tsx';
import { useListParams } from '../../../platform/hooks/useListParams.ts';
import { ScreenHeader } from '../../../platform/ui/layout/ScreenHeader.tsx';
import { ExceptionsInbox } from './ExceptionsInbox.tsx';
import { InboxTabs } from './InboxTabs.tsx';

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
      <CorrectionsListPart />
    </>
  );
}
