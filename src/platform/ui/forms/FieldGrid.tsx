// Puts short fields side by side where there is room.

import type { ReactNode } from 'react';
import * as s from './FieldGrid.module.css';

export function FieldGrid({ children }: { children: ReactNode }) {
  return <div className={s.grid}>{children}</div>;
}
