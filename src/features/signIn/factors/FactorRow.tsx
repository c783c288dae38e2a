import { TimeAgo } from '../../../platform/lists/TimeAgo.tsx';
import { formatDay } from '../../../shared/words/time.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import * as s from './SecondFactorPanel.module.css';

interface FactorRowProps {
  name: string;
  kind?: string;
  added: string;
  /** Empty if it was not used yet. */
  used: string;
  onRename?(): void;
  onRemove(): void;
}

export function FactorRow({ name, kind, added, used, onRename, onRemove }: FactorRowProps) {
  return (
    <li className={s.row}>
      <span className={s.words}>
        <strong>{name}</strong>
        <span className={s.note}>
          {kind && `${kind}, `}added {formatDay(added)}, {used ? 'used ' : 'not used yet'}
          {used && <TimeAgo at={used} />}
        </span>
      </span>
      {onRename && (
        <Button size="small" aria-label={`Rename ${name}`} onClick={onRename}>
          Rename
        </Button>
      )}
      <Button size="small" aria-label={`Remove ${name}`} onClick={onRemove}>
        Remove
      </Button>
    </li>
  );
}
