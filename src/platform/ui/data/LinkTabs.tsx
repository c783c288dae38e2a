// Links between the lists of a screen or the parts of a record's page, wrapped onto further lines if necessary.

import { Link } from 'wouter';
import * as s from './LinkTabs.module.css';
import * as frame from './ViewSwitch.module.css';

interface LinkTabsProps {
  label: string;
  tabs: readonly { name: string; label: string; href: string }[];
  /** Name of the current tab. */
  current: string | undefined;
}

export function LinkTabs({ label, tabs, current }: LinkTabsProps) {
  return (
    <nav aria-label={label} className={frame.views}>
      {tabs.map((tab) => (
        <Link key={tab.name} href={tab.href} aria-current={tab.name === current ? 'page' : undefined} className={s.tab}>
          {tab.label}
        </Link>
      ))}
    </nav>
  );
}
