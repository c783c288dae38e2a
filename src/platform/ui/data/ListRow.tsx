// A row of a list in a panel or dialog: what it is about, in lines below its title, and at its end a figure or buttons.

import type { ReactNode } from 'react';
import * as layout from '../layout/layout.module.css';
import * as s from './ListRow.module.css';

interface ListRowProps {
  /** May have badges beside its words. */
  title: ReactNode;
  end?: ReactNode;
  children?: ReactNode;
}

export const ListRow = ({ title, end, children }: ListRowProps) => (
  <li className={`${layout.row} ${layout.ruled} ${s.row}`}>
    <div className={s.about}>
      <strong className={layout.row}>{title}</strong>
      {children}
    </div>
    {end}
  </li>
);
