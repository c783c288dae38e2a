import { useLocation } from 'wouter';
import { useSearch as useRawSearch } from 'wouter/use-browser-location';
import { ActionIcon } from '../../platform/ui/ActionIcon.tsx';
import { Button } from '../../platform/ui/Button.tsx';
import { isWorthSaving } from './viewAddress.ts';
import * as s from './SaveView.module.css';

/** Shown where filters are set. */
export function SaveView({ onSave }: { onSave(): void }) {
  const [path] = useLocation();
  const search = useRawSearch();
  if (!isWorthSaving(path, search)) return null;
  return (
    <Button kind="quiet" icon={<ActionIcon name="save" />} onClick={onSave}>
      <span className={s.word}>Save View</span>
    </Button>
  );
}
