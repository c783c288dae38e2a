// Chooses between two ways to show the same records.

import { Button } from '../Button.tsx';
import * as s from './ViewSwitch.module.css';

interface ViewSwitchProps<V extends string> {
  options: readonly { value: V; label: string }[];
  value: string;
  onChange(view: V): void;
}

export function ViewSwitch<V extends string>({ options, value, onChange }: ViewSwitchProps<V>) {
  return (
    <div role="group" aria-label="View" className={s.views}>
      {options.map((view) => (
        <Button key={view.value} kind="quiet" aria-pressed={view.value === value} onClick={() => onChange(view.value)}>
          {view.label}
        </Button>
      ))}
    </div>
  );
}
