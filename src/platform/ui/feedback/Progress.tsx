import { useId } from 'react';
import * as layout from '../layout/layout.module.css';
import * as s from './Progress.module.css';

interface ProgressProps {
  label: string;
  /** Undefined while it is unknown. */
  value?: number;
  max: number;
  detail?: string;
}

export function Progress({ label, value, max, detail }: ProgressProps) {
  const id = useId();
  return (
    <div className={s.progress}>
      <label htmlFor={id}>{label}</label>
      {detail && <span className={layout.muted}>{detail}</span>}
      <progress id={id} value={value} max={max} className={s.bar} />
    </div>
  );
}
