// Text only for screen readers.

import type { ReactNode } from 'react';
import * as s from './VisuallyHidden.module.css';

export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className={s.visuallyHidden}>{children}</span>;
}
