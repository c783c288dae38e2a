import type { ReactNode } from 'react';
import * as layout from '../layout/layout.module.css';
import * as s from './FilterBar.module.css';

interface FilterBarProps {
  /** Button for all filters. */
  action: ReactNode;
  children: ReactNode;
}

export function FilterBar({ action, children }: FilterBarProps) {
  return (
    <section role="search" aria-label="Filters" className={`${layout.box} ${s.filters}`}>
      {children}
      <div className={s.action}>{action}</div>
    </section>
  );
}
