// Placeholders for cards, in their own file because the first screens have no cards.

import { Lines, Loading, range } from '../feedback/Skeletons.tsx';
import * as grid from './CardGrid.module.css';

export function CardSkeletons({ label, count, lines = 5 }: { label?: string; count: number; lines?: number }) {
  return (
    <Loading label={label}>
      <div className={grid.grid}>
        {range(count).map((card) => (
          <div key={card} className={grid.card}>
            <Lines count={lines} />
          </div>
        ))}
      </div>
    </Loading>
  );
}
