// From exceptions to corrections and back, and to the corrections that wait for the user.

import { Link } from 'wouter';
import { paths } from '../../../platform/boot/paths.ts';
import { LinkTabs } from '../../../platform/lists/LinkTabs.tsx';
import { useWaiting } from '../list/useWaiting.ts';
import { groupDigits } from '../../../shared/words/groupDigits.ts';
import * as s from './InboxTabs.module.css';

const tabs = [
  { name: '', label: 'Exceptions', href: paths.exceptions },
  { name: 'corrections', label: 'Corrections', href: `${paths.exceptions}?tab=corrections` },
];

export function InboxTabs({ current }: { current: string }) {
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
