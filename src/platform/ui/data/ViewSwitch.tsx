// Chooses between a few ways to show the same records, or parts of them.

import { Button } from '../Button.tsx';
import * as s from './ViewSwitch.module.css';

interface ViewSwitchProps<V extends string> {
  label?: string;
  options: readonly { value: V; label: string }[];
  value: string;
  onChange(view: V): void;
}

export function ViewSwitch<V extends string>({ label = 'View', options, value, onChange }: ViewSwitchProps<V>) {
  return (
    <div role="group" aria-label={label} className={s.views}>
      {options.map((view) => (
        <Button key={view.value} kind="quiet" aria-pressed={view.value === value} onClick={() => onChange(view.value)}>
          {view.label}
        </Button>
      ))}
    </div>
  );
}
