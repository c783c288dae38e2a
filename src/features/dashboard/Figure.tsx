import { groupDigits } from '../../shared/words/groupDigits.ts';
import * as s from './Figure.module.css';

interface FigureProps {
  label: string;
  /** Undefined while loading. */
  value: number | undefined;
  note?: string;
  failed?: boolean;
}

export function Figure({ label, value, note, failed = false }: FigureProps) {
  return (
    <article className={s.figure} aria-label={label}>
      <h2 className={s.label}>{label}</h2>
      <p className={s.value}>{failed ? 'Not available' : value === undefined ? '…' : groupDigits(value)}</p>
      <p className={s.note}>{note}</p>
    </article>
  );
}
