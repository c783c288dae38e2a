// A few counts side by side. Unknown ones are left out.

import type { ReactNode } from 'react';
import { groupDigits } from '../../shared/words/groupDigits.ts';
import * as s from './layout.module.css';

export interface Figure {
  label: string;
  value: number | undefined;
  /** In place of the number alone. */
  shown?: ReactNode;
}

export function Figures({ items }: { items: readonly Figure[] }) {
  return (
    <dl className={s.figures}>
      {items.map(
        ({ label, value, shown }) =>
          value !== undefined && (
            <div key={label} className={s.figure}>
              <dt>{label}</dt>
              <dd>{shown ?? groupDigits(value)}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
