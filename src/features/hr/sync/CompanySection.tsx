import { useId, type ReactNode } from 'react';
import * as s from './HrSyncScreen.module.css';

export function CompanySection({ aside, children }: { aside: ReactNode; children: ReactNode }) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className={s.section}>
      <div className={s.sectionHead}>
        <h2 id={titleId}>Companies</h2>
        {aside}
      </div>
      {children}
    </section>
  );
}
