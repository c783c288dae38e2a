import { Icon } from '../Icon.tsx';
import * as s from './Chip.module.css';

export function Chip({ label, value, onRemove }: { label: string; value: string; onRemove(): void }) {
  return (
    <button type="button" className={s.chip} aria-label={`Remove filter ${label}: ${value}`} onClick={onRemove}>
      <span className={s.text}>
        {label}: {value}
      </span>
      <Icon name="close" />
    </button>
  );
}
