import type { ReactNode } from 'react';
import { Icon, type IconName } from '../Icon.tsx';
import * as layout from '../layout/layout.module.css';
import * as s from './EmptyState.module.css';

interface EmptyStateProps {
  icon?: IconName;
  title: string;
  hint?: ReactNode;
  action?: ReactNode;
}

export function EmptyState({ icon, title, hint, action }: EmptyStateProps) {
  return (
    <div className={s.empty}>
      {icon && <Icon name={icon} className={s.icon} />}
      <p className={s.title}>{title}</p>
      {hint && <p className={`${layout.muted} ${s.hint}`}>{hint}</p>}
      {action && <div className={s.action}>{action}</div>}
    </div>
  );
}
