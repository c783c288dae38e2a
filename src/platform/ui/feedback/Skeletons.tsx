// Placeholders of the right shape, so that nothing moves when the content arrives.

import type { ReactNode } from 'react';
import { VisuallyHidden } from '../layout/VisuallyHidden.tsx';
import * as s from './Skeletons.module.css';

export const range = (count: number) => Array.from({ length: count }, (_, index) => index);

export function Loading({ label = 'Loading…', children }: { label?: string; children: ReactNode }) {
  return (
    <div role="status" className={s.loading}>
      <VisuallyHidden>{label}</VisuallyHidden>
      {children}
    </div>
  );
}

export function TableSkeleton({ label, rows }: { label?: string; rows: number }) {
  return (
    <Loading label={label}>
      <div className={s.table}>
        {range(rows + 1).map((row) => (
          <div key={row} className={s.row} />
        ))}
      </div>
    </Loading>
  );
}

export function LineSkeleton({ label, lines = 1 }: { label?: string; lines?: number }) {
  return (
    <Loading label={label}>
      <Lines count={lines} />
    </Loading>
  );
}

export function Lines({ count }: { count: number }) {
  return (
    <div className={s.lines}>
      {range(count).map((line) => (
        <div key={line} className={s.line} />
      ))}
    </div>
  );
}
