import type { ReactNode } from 'react';
import * as s from './FilterBar.module.css';

interface FilterBarProps {
  /** For the aria-controls of the button that opens and closes it. */
  id: string;
  /** The button for all filters. */
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
