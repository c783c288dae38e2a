// Exceptions, or the corrections that answered them, as the address says.

import { CorrectionsListPart } from '../../corrections/list/correctionsListPart.ts';
import { useListParams } from '../../hooks/useListParams.ts';
import { ScreenHeader } from '../../ui/layout/ScreenHeader.tsx';
import { ExceptionsInbox } from './ExceptionsInbox.tsx';
import { InboxTabs } from './InboxTabs.tsx';

const tabParams = { tab: '' };

export default function ExceptionsScreen() {
  const [{ tab }] = useListParams(tabParams);
  const tabs = <InboxTabs current={tab} />;
  if (tab !== 'corrections') return <ExceptionsInbox tabs={tabs} />;
  return (
    <>
      <ScreenHeader title="Corrections" actions={tabs} />
      <CorrectionsListPart />
    </>
  );
}
