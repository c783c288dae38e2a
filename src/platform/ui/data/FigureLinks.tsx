// Row of figures, each linked to what it counts.

import { Link } from 'wouter';
import { groupDigits } from '../../../shared/words/plural.ts';
import type { Resource } from '../../hooks/useResource.ts';
import { FailedReads } from '../feedback/FailedReads.tsx';
import * as layout from '../layout/layout.module.css';
import * as s from './FigureLinks.module.css';

interface FigureLinksProps {
  label: string;
  /** Unknown figures are left out unless some are still loading. */
  figures: readonly { label: string; value: number | null | undefined; to: string }[];
  /** Where the figures come from. */
  reads: readonly Resource<unknown>[];
}

export function FigureLinks({ label: name, figures, reads }: FigureLinksProps) {
  const isLoading = reads.some(({ loading }) => loading);
  const shown = figures.filter(({ value }) => isLoading || typeof value === 'number');
  return (
    <>
      <FailedReads whole="all figures" reads={reads} />
      {shown.length > 0 && (
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
      )}
    </>
  );
}
