// What should be here could not be loaded.

import { Button } from './Button.tsx';
import { Sign } from './Sign.tsx';
import * as s from './LoadFailed.module.css';

interface LoadFailedProps {
  message: string;
  onRetry(): void;
  busy?: boolean;
}

export function LoadFailed({ message, onRetry, busy = false }: LoadFailedProps) {
  return (
    <div role="alert" className={s.panel}>
      <Sign name="warning" className={s.icon} />
      <p className={s.message}>{message}</p>
      <Button icon={<Sign name="refresh" />} busy={busy} onClick={onRetry}>
        Retry
      </Button>
    </div>
  );
}
