// Picker for a day or period, with steps to the previous and next ones. A phone hides other ways to choose behind a
// button.

import clsx from 'clsx';
import { type ReactNode, useState } from 'react';
import { ActionIcon } from '../ui/ActionIcon.tsx';
import { Button } from '../ui/Button.tsx';
import * as layout from '../ui/layout/layout.module.css';
import * as s from './StepPicker.module.css';

interface StepPickerProps {
  /** 'Day' for steps named Previous Day and Next Day. */
  label: string;
  title: string;
  /** Whether none follows. */
  isLast?: boolean;
  onStep(by: 1 | -1): void;
  children: ReactNode;
}

export function StepPicker({ label, title, isLast = false, onStep, children }: StepPickerProps) {
  const [isOpen, setOpen] = useState(false);
  const step = (by: 1 | -1, name: string) => (
    <Button
      icon={<ActionIcon name={by > 0 ? 'chevronRight' : 'chevronLeft'} />}
      title={name}
      aria-disabled={(by > 0 && isLast) || undefined}
      onClick={() => onStep(by)}
    />
  );
  return (
    <div role="group" aria-label={label} className={clsx(layout.unlabelled, s.picker, !isOpen && s.folded)}>
      <div className={s.steps}>
        {step(-1, `Previous ${label}`)}
        <strong aria-live="polite" className={s.title}>
          {title}
        </strong>
        {step(1, `Next ${label}`)}
      </div>
      {children}
      <span className={s.toggle}>
        <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {label}
        </Button>
      </span>
    </div>
  );
}

interface NamedChoicesProps {
  /** Makes them a group with this label. */
  label?: string;
  choices: readonly { label: string; isChosen: boolean; choose(): void }[];
}

/** Buttons for periods with a name, such as Today or Last Week. */
export function NamedChoices({ label: groupLabel, choices }: NamedChoicesProps) {
  return (
    <div role={groupLabel && 'group'} aria-label={groupLabel} className={s.names}>
      {choices.map(({ label, isChosen, choose }) => (
        <Button key={label} size="small" aria-pressed={isChosen} onClick={choose}>
          {label}
        </Button>
      ))}
    </div>
  );
}
