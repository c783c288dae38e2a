// Figures in a row, each a link to what it counts.

import { Link } from 'wouter';
import { groupDigits } from '../../../shared/words/plural.ts';
import * as layout from '../layout/layout.module.css';
import * as s from './FigureLinks.module.css';

interface FigureLinksProps {
  label: string;
  /** One that is not known is left out, unless some are still loading. */
  figures: readonly { label: string; value: number | null | undefined; to: string }[];
  loading?: boolean;
}

export function FigureLinks({ label: name, figures, loading = false }: FigureLinksProps) {
  const shown = figures.filter(({ value }) => loading || typeof value === 'number');
  if (shown.length === 0) return null;
  return (
    <ul aria-label={name} className={`${layout.list} ${layout.box} ${s.strip}`}>
      {shown.map(({ label, value, to }) => (
        <li key={label}>
          <Link href={to} className={s.figure}>
            <span className={`${layout.hint} ${s.label}`}>{label}</span>{' '}
            <span className={s.value}>{typeof value === 'number' ? groupDigits(value) : '…'}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
