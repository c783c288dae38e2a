import { Button } from '../Button.tsx';
import { Icon } from '../Icon.tsx';
import * as s from './LoadFailed.module.css';

interface LoadFailedProps {
  message: string;
  onRetry(): void;
  busy?: boolean;
}

export function LoadFailed({ message, onRetry, busy = false }: LoadFailedProps) {
  return (
    <div role="alert" className={s.panel}>
      <Icon name="warning" className={s.icon} />
      <p className={s.message}>{message}</p>
      <Button icon={<Icon name="refresh" />} busy={busy} onClick={onRetry}>
        Retry
      </Button>
    </div>
  );
}
