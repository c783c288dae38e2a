// Placeholders for cards, apart from the others because the first screens have none.

import * as grid from '../data/CardGrid.module.css';
import { Lines, Loading, range } from './Skeletons.tsx';

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
