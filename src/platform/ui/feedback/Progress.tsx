import { useId } from 'react';
import { Button } from '../Button.tsx';
import * as layout from '../layout/layout.module.css';
import * as s from './Progress.module.css';

interface ProgressProps {
  label: string;
  /** Undefined while unknown. */
  value?: number;
  /** Shown as 1 while it is 0. */
  max: number;
  detail?: string;
}

export function Progress({ label, value, max, detail }: ProgressProps) {
  const id = useId();
  return (
    <div className={s.progress}>
      <label htmlFor={id}>{label}</label>
      {detail && <span className={layout.muted}>{detail}</span>}
      <progress id={id} value={value} max={Math.max(1, max)} className={s.bar} />
    </div>
  );
}

interface CancellableProgressProps extends ProgressProps {
  onCancel(): void;
  /** Accessible name of the button, if 'Cancel' does not say enough. */
  cancelLabel?: string;
  size?: 'small';
}

/** Progress with a Cancel button next to it. */
export function CancellableProgress({ onCancel, cancelLabel, size, ...progress }: CancellableProgressProps) {
  return (
    <div className={s.cancellable}>
      <Progress {...progress} />
      <Button size={size} aria-label={cancelLabel} onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}
