import { type ReactNode, useId } from 'react';
import * as layout from './layout.module.css';
import * as s from './Panel.module.css';

interface PanelProps {
  title: string;
  /** Content next to the title. */
  aside?: ReactNode;
  children: ReactNode;
}

export function Panel({ title, aside, children }: PanelProps) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className={`${layout.box} ${s.panel}`}>
      <div className={s.head}>
        <h2 id={titleId} className={s.title}>
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  );
}
