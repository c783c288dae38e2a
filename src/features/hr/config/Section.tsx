// A titled part of the dialog, separated by a line.

import { type ReactNode, useId } from 'react';
import * as layout from '../../../platform/ui/layout/layout.module.css';
import * as s from './HrSyncDialog.module.css';

interface SectionProps {
  title: string;
  /** Shown beside the title. */
  aside?: ReactNode;
  children: ReactNode;
}

export function Section({ title, aside, children }: SectionProps) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className={s.section}>
      <div className={`${layout.row} ${s.head}`}>
        <h3 id={titleId}>{title}</h3>
        {aside}
      </div>
      {children}
    </section>
  );
}
