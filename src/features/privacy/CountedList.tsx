// Lists kinds of rows with their counts, under a heading.

import { ListRow } from '../../platform/ui/data/ListRow.tsx';
import { LongText } from '../../platform/ui/data/LongText.tsx';
import { groupDigits } from '../../shared/words/plural.ts';
import * as layout from '../../platform/ui/layout/layout.module.css';

interface Counted {
  what: string;
  /** 0 if they cannot be counted. */
  rows: number;
  until?: string;
  why?: string;
}

export function CountedList({ title, counted }: { title: string; counted: readonly Counted[] }) {
  if (counted.length === 0) return null;
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <ul className={layout.list}>
        {counted.map(({ what, rows, until, why }) => (
          <ListRow key={what} title={what} end={rows > 0 && <span>{groupDigits(rows)}</span>}>
            {until && (
              <p className={layout.muted}>
                <LongText>{why ? `${until}. ${why}.` : until}</LongText>
              </p>
            )}
          </ListRow>
        ))}
      </ul>
    </section>
  );
}
