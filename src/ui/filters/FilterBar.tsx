// Filters, set apart from what they filter.

import type { ReactNode } from 'react';
import * as s from './FilterBar.module.css';

interface FilterBarProps {
  /** For the button that opens and closes it: aria-controls. */
  id: string;
  /** What is done with all of them. */
  action: ReactNode;
  children: ReactNode;
}

export function FilterBar({ id, action, children }: FilterBarProps) {
  return (
    <section id={id} className={s.filters}>
      {children}
      <div className={s.action}>{action}</div>
    </section>
  );
}
