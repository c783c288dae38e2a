import { useId } from 'react';
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
      {detail && <span className={s.detail}>{detail}</span>}
      <progress id={id} value={value} max={max} className={s.bar} />
    </div>
  );
}
