// Filters, set apart from what they filter.

import { useId, type ReactNode } from 'react';
import * as s from './FilterBar.module.css';

interface FilterBarProps {
  heading?: string;
  /** For the button that opens and closes it: aria-controls. */
  id?: string;
  children: ReactNode;
}

export function FilterBar({ heading, id, children }: FilterBarProps) {
  const headingId = useId();
  return (
    <section id={id} aria-labelledby={heading && headingId} className={s.panel}>
      {heading && <h2 id={headingId}>{heading}</h2>}
      <div className={s.filters}>{children}</div>
    </section>
  );
}
