// Lists how many rows there are of what, under a heading.

import { LongText } from '../../platform/ui/data/LongText.tsx';
import { groupDigits } from '../../shared/words/plural.ts';
import * as layout from '../../platform/ui/layout/layout.module.css';
import * as s from './rows.module.css';

interface Counted {
  what: string;
  /** 0 where they cannot be counted. */
  rows: number;
  until?: string;
  why?: string;
}

export function CountedList({ title, counted }: { title: string; counted: readonly Counted[] }) {
  if (counted.length === 0) return null;
  return (
    <section aria-label={title}>
      <h3 className={s.heading}>{title}</h3>
      <ul className={layout.list}>
        {counted.map(({ what, rows, until, why }) => (
          <li key={what} className={`${layout.row} ${layout.ruled} ${s.row}`}>
            <span className={s.about}>
              <span className={s.title}>{what}</span>
              {until && (
                <span className={s.muted}>
                  <LongText>{why ? `${until}. ${why}.` : until}</LongText>
                </span>
              )}
            </span>
            {rows > 0 && <span>{groupDigits(rows)}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}
