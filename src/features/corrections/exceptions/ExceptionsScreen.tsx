// Shows the exceptions or the corrections that answered them, as the address says. Users who only approve get the
// corrections.

import { paths } from '../../../platform/boot/paths.ts';
import { lazyPart } from '../../../platform/hooks/lazyPart.tsx';
import { useListParams } from '../../../platform/hooks/useListParams.ts';
import { useRemembered } from '../../../platform/hooks/useResource.ts';
import { FailedReads } from '../../../platform/lists/FailedReads.tsx';
import { LinkTabs } from '../../../platform/lists/LinkTabs.tsx';
import { useCanCall } from '../../../platform/session/permissions.ts';
import { ScreenHeader } from '../../../platform/ui/layout/ScreenHeader.tsx';
import { addressOf } from '../../../shared/words/address.ts';
import { groupDigits } from '../../../shared/words/plural.ts';
import { forMeAddress } from '../addresses.ts';
import { ExceptionsInbox } from './ExceptionsInbox.tsx';
import * as layout from '../../../platform/ui/layout/layout.module.css';

const CorrectionsList = lazyPart('The list of corrections', () => import('../CorrectionsList.tsx'));

const tabParams = { tab: '', for_me: '' };

export default function ExceptionsScreen() {
  const [{ tab: chosen, for_me }] = useListParams(tabParams);
  const seesExceptions = useCanCall()('GET /exceptions');
  const tab = seesExceptions ? chosen : 'corrections';
  const mayDecide = useCanCall()('POST /corrections/decide');
  // Remembered, so that the tabs do not jump when the screen opens again.
  const waiting = useRemembered('GET /corrections', mayDecide ? { query: { for_me: true, per_page: 1 } } : null);
  const current = tab && for_me ? 'for_me' : tab;
  const total = waiting.data?.total ?? 0;
  const tabs = (
    <LinkTabs
      label="Exceptions and corrections"
      tabs={[
        ...(seesExceptions ? [{ name: '', label: 'Exceptions', href: paths.exceptions }] : []),
        { name: 'corrections', label: 'Corrections', href: corrections },
        ...(total > 0 || current === 'for_me'
          ? [{ name: 'for_me', label: `For Me (${groupDigits(total)})`, href: forMeAddress }]
          : []),
      ]}
      current={current}
    />
  );
  if (tab !== 'corrections') return <ExceptionsInbox tabs={tabs} reads={[waiting]} />;
  return (
    <>
      <ScreenHeader title="Corrections" actions={tabs} />
      <div className={layout.page}>
        <FailedReads whole="all counts" reads={[waiting]} />
        <CorrectionsList key={for_me} />
      </div>
    </>
  );
}

const corrections = addressOf(paths.exceptions, { tab: 'corrections' });
