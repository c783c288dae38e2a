// Top of every screen: its only h1, the number of records, and the actions.

import type { ReactNode } from 'react';
import { groupDigits } from '../../../shared/words/plural.ts';
import { VisuallyHidden } from './VisuallyHidden.tsx';
import * as s from './ScreenHeader.module.css';

interface ScreenHeaderProps {
  title: string;
  subtitle?: ReactNode;
  count?: number;
  actions?: ReactNode;
}

export function ScreenHeader({ title, subtitle, count, actions }: ScreenHeaderProps) {
  return (
    <header className={s.header}>
      <div className={s.text}>
        <div className={s.line}>
          <h1 tabIndex={-1}>{title}</h1>
          {count !== undefined && (
            <span className={s.count}>
              {groupDigits(count)}
              <VisuallyHidden> in total</VisuallyHidden>
            </span>
          )}
        </div>
        {subtitle && <p className={s.subtitle}>{subtitle}</p>}
      </div>
      {actions && <div className={s.actions}>{actions}</div>}
    </header>
  );
}
