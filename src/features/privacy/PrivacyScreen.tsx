// Shows what becomes of personal data: how long it is kept, what must be kept, and whose is stored or was erased.

import { addressOf } from '../../shared/words/address.ts';
import { paths } from '../../platform/boot/paths.ts';
import { LinkTabs } from '../../platform/lists/LinkTabs.tsx';
import { useListParams } from '../../platform/hooks/useListParams.ts';
import { ScreenHeader } from '../../platform/ui/layout/ScreenHeader.tsx';
import { Holds } from './holds/Holds.tsx';
import { People } from './people/People.tsx';
import { Retention } from './retention/Retention.tsx';

const screenParams = { part: '' };

const tabs = [
  { name: '', label: 'Retention', href: paths.privacy },
  { name: 'holds', label: 'Legal Holds', href: addressOf(paths.privacy, { part: 'holds' }) },
  { name: 'people', label: 'People', href: addressOf(paths.privacy, { part: 'people' }) },
];

export default function PrivacyScreen() {
  const [{ part }] = useListParams(screenParams);
  const current = tabs.some(({ name }) => name === part) ? part : '';
  return (
    <>
      <ScreenHeader
        title="Privacy"
        subtitle="How long personal data is kept, and what is erased"
        actions={<LinkTabs label="Parts of Privacy" tabs={tabs} current={current} />}
      />
      {current === '' && <Retention />}
      {current === 'holds' && <Holds />}
      {current === 'people' && <People />}
    </>
  );
}
