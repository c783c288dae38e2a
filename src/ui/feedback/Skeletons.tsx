// Placeholders of the right shape, so that nothing moves when the content arrives.

import type { ReactNode } from 'react';
import { VisuallyHidden } from '../layout/VisuallyHidden.tsx';
import * as grid from '../data/CardGrid.module.css';
import * as s from './Skeletons.module.css';

const range = (count: number) => Array.from({ length: count }, (_, index) => index);

function Loading({ label = 'Loading…', children }: { label?: string; children: ReactNode }) {
  return (
    <div role="status" className={s.loading}>
      <VisuallyHidden>{label}</VisuallyHidden>
      {children}
    </div>
  );
}

export function CardSkeletons({ label, count }: { label?: string; count: number }) {
  return (
    <Loading label={label}>
      <div className={grid.grid}>
        {range(count).map((card) => (
          <div key={card} className={grid.card}>
            <Lines count={7} />
          </div>
        ))}
      </div>
    </Loading>
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

function Lines({ count }: { count: number }) {
  return (
    <div className={s.lines}>
      {range(count).map((line) => (
        <div key={line} className={s.line} />
      ))}
    </div>
  );
}
