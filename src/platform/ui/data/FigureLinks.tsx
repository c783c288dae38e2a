// Figures in a row, each a link to what it counts.

import { Link } from 'wouter';
import { groupDigits } from '../../../shared/words/groupDigits.ts';
import * as layout from '../layout/layout.module.css';
import * as s from './FigureLinks.module.css';

interface FigureLinksProps {
  label: string;
  /** One that is not known is left out. */
  figures: readonly { label: string; value: number | null | undefined; to: string }[];
}

export function FigureLinks({ label: name, figures }: FigureLinksProps) {
  const known = figures.filter(({ value }) => typeof value === 'number');
  if (known.length === 0) return null;
  return (
    <ul aria-label={name} className={`${layout.list} ${layout.box} ${s.strip}`}>
      {known.map(({ label, value, to }) => (
        <li key={label}>
          <Link href={to} className={s.figure}>
            <span className={s.label}>{label}</span> <span className={s.value}>{groupDigits(value ?? 0)}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
