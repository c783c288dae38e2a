// Several badges in a row, or a word where there is none.

import { Children, type ReactNode } from 'react';
import * as s from './BadgeList.module.css';

export function BadgeList({ empty, children }: { empty: string; children: ReactNode }) {
  if (Children.count(children) === 0) return <span className={s.empty}>{empty}</span>;
  return <span className={s.list}>{children}</span>;
}
