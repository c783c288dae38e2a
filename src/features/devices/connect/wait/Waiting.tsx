// That something is waited for.

import type { ReactNode } from 'react';
import * as s from './WaitStep.module.css';

interface WaitingProps {
  /** Until when, or what to do. */
  note?: ReactNode;
  action?: ReactNode;
  children: ReactNode;
}

export function Waiting({ note, action, children }: WaitingProps) {
  return (
    <div className={s.waiting}>
      <span aria-hidden="true" className={s.spinner} />
      <p role="status" className={s.words}>
        {children}
        {note && <span className={s.muted}>{note}</span>}
      </p>
      {action}
    </div>
  );
}
