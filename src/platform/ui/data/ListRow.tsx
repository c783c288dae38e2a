// A row of a list in a panel or dialog: what it says, and at its end its state, a figure or what can be done with it. Where a
// badge tells its kind, that comes first; on a phone, what it says stands below both.

import clsx from 'clsx';
import type { ReactNode } from 'react';
import * as layout from '../layout/layout.module.css';
import * as s from './ListRow.module.css';

interface ListRowProps {
  badge?: ReactNode;
  /** May have badges beside its words. */
  title?: ReactNode;
  end?: ReactNode;
  /** Takes the whole width. */
  below?: ReactNode;
  children?: ReactNode;
}

export function ListRow({ badge, title, end, below, children }: ListRowProps) {
  return (
    <li className={clsx(layout.ruled, s.row, badge && s.badged)}>
      {badge && <div className={s.badge}>{badge}</div>}
      <div className={s.words}>
        {title && <strong className={layout.row}>{title}</strong>}
        {children}
      </div>
      {end && <div className={layout.row}>{end}</div>}
      {below && <div className={s.below}>{below}</div>}
    </li>
  );
}
