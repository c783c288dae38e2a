// An entry of a list: what it says, and at its end its state or what can be done with it. Where a badge tells its kind, that
// comes first; on a phone, what it says stands below both.

import clsx from 'clsx';
import type { ReactNode } from 'react';
import * as layout from '../layout/layout.module.css';
import * as s from './Entry.module.css';

interface EntryProps {
  badge?: ReactNode;
  aside?: ReactNode;
  /** Takes the whole width. */
  below?: ReactNode;
  children: ReactNode;
}

export function Entry({ badge, aside, below, children }: EntryProps) {
  return (
    <li className={clsx(layout.ruled, s.entry, badge && s.badged)}>
      {badge && <div>{badge}</div>}
      <div className={s.words}>{children}</div>
      {aside && <div className={s.aside}>{aside}</div>}
      {below && <div className={s.below}>{below}</div>}
    </li>
  );
}
