// A row of list filters. On a phone, only the first is visible and a button unfolds the others, which would otherwise
// push the list off the screen.

import clsx from 'clsx';
import { type ReactNode, useState } from 'react';
import { Button } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import * as s from './FilterRow.module.css';

interface FilterRowProps {
  label: string;
  className: string | undefined;
  /** Whether a filter is set, so that the row starts unfolded. */
  isSet: boolean;
  children: ReactNode;
}

export function FilterRow({ label, className, isSet, children }: FilterRowProps) {
  const [isOpen, setOpen] = useState(isSet);
  return (
    <div role="search" aria-label={label} className={clsx(className, s.row, isOpen && s.open)}>
      {children}
      <span className={s.toggle}>
        <Button icon={<Icon name="filter" />} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          Filters
        </Button>
      </span>
    </div>
  );
}
