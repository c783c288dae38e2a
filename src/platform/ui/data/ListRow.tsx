// Row of a list in a panel or dialog: its text and, at the end, its state, a figure or actions. A badge for its kind
// comes first. On a phone, the text goes below both.

import clsx from 'clsx';
import type { ReactNode } from 'react';
import * as layout from '../layout/layout.module.css';
import * as s from './ListRow.module.css';

interface ListRowProps {
  badge?: ReactNode;
  /** Text, perhaps with badges. */
  title?: ReactNode;
  end?: ReactNode;
  /** Content that takes the full width. */
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
