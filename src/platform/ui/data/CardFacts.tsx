// Facts on a card, two to a line if they fit. Long ones take as many lines as they need.

import clsx from 'clsx';
import { VisuallyHidden } from '../layout/VisuallyHidden.tsx';
import { type Fact, hasValue } from './CardGrid.tsx';
import { longText } from './LongText.tsx';
import * as s from './CardFacts.module.css';

const places = { first: s.first, beside: s.beside, wide: s.wide };

interface CardFact extends Fact {
  /** Whether it is first on a line, next to the first, or on a line of its own. */
  place?: keyof typeof places;
  /** Hides the label from all but screen readers, as the value says what it is. */
  obvious?: boolean;
  /** Shows only one line of it, an explanation, until the card is opened. */
  brief?: boolean;
}

export function CardFacts({ items }: { items: readonly CardFact[] }) {
  const facts = items.filter(hasValue);
  if (facts.length === 0) return null;
  return (
    <dl className={s.facts}>
      {facts.map(({ label, value, place = 'first', obvious, brief }) => (
        <div key={label} className={clsx(s.fact, places[place])}>
          <dt className={clsx(s.label, !obvious && s.shown)}>
            {obvious ? <VisuallyHidden>{label}</VisuallyHidden> : label}
          </dt>
          <dd className={clsx(s.value, longText, brief && s.brief)}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
