import type { ReactNode } from 'react';
import * as layout from '../layout/layout.module.css';
import * as s from './BadgeList.module.css';

export function BadgeList({ empty, children }: { empty: string; children: readonly ReactNode[] }) {
  if (children.length === 0) return <span className={layout.muted}>{empty}</span>;
  return <span className={s.list}>{children}</span>;
}
