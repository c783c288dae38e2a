// Records as cards: the grid, the card, and its facts.

import { Fragment, type ReactNode, useId } from 'react';
import { Link } from 'wouter';
import { LongText, longText } from './LongText.tsx';
import * as s from './CardGrid.module.css';

interface CardGridProps<T> {
  label: string;
  records: readonly T[];
  children(record: T): ReactNode;
}

export function CardGrid<T extends { id: number }>({ label, records, children }: CardGridProps<T>) {
  return (
    <section aria-label={label} className={s.grid}>
      {records.map((record) => (
        <Fragment key={record.id}>{children(record)}</Fragment>
      ))}
    </section>
  );
}

interface CardProps {
  title: string;
  /** Address of the record's page, to which the title links. */
  href?: string;
  /** Lets the page scroll to the card and focus it. */
  id?: string;
  badges?: ReactNode;
  /** Details that the label shows or hides. With `opensByKey`, so does Enter on the card if nothing else opens it. */
  more?: { label: string; content: ReactNode; isOpen?: boolean; opensByKey?: boolean };
  /** Links to pages related to the record. */
  links?: ReactNode;
  actions?: ReactNode;
  children?: ReactNode;
}

export function Card({ title, href, id, badges, more, links, actions, children }: CardProps) {
  const titleId = useId();
  return (
    <article id={id} tabIndex={id ? -1 : undefined} aria-labelledby={titleId} className={s.card}>
      <header className={s.header}>
        <h2 id={titleId} className={s.title}>
          {href ? (
            <Link href={href} data-opens className={s.name}>
              {title}
            </Link>
          ) : (
            <LongText limit="title">{title}</LongText>
          )}
        </h2>
        {badges && <div className={s.badges}>{badges}</div>}
      </header>
      {children}
      {(more || links || actions) && (
        <footer className={s.footer}>
          {more && (
            <details className={s.more} open={more.isOpen}>
              <summary data-opens={more.opensByKey ? 'fallback' : undefined}>{more.label}</summary>
              {more.content}
            </details>
          )}
          {links && <div className={s.links}>{links}</div>}
          {actions && <div className={s.actions}>{actions}</div>}
        </footer>
      )}
    </article>
  );
}

export interface Fact {
  label: string;
  value: ReactNode;
}

export const hasValue = ({ value }: Fact) => value !== undefined && value !== null && value !== false && value !== '';

/** Leaves out items without a value. */
export function Facts({ items }: { items: readonly Fact[] }) {
  const facts = items.filter(hasValue);
  if (facts.length === 0) return null;
  return (
    <dl className={s.facts}>
      {facts.map(({ label, value }, index) => (
        <Fragment key={index}>
          <dt>{label}</dt>
          <dd className={typeof value === 'string' ? longText : undefined}>{value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}
