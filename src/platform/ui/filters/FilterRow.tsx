// The filters of a list in a row. On a phone only the first is in sight, and a button unfolds the others: they would
// push the list out of the page. The picker of a period folds in the same way.

import clsx from 'clsx';
import { useState, type ReactNode } from 'react';
import { Button } from '../Button.tsx';
import { Icon } from '../Icon.tsx';
import * as s from './FilterRow.module.css';

interface FilterRowProps {
  label: string;
  className: string | undefined;
  /** Begins unfolded: one of them is set. */
  isSet?: boolean;
  role?: 'search' | 'group';
  /** The words of the button. */
  toggle?: string;
  children: ReactNode;
}

export function FilterRow(props: FilterRowProps) {
  const { label, className, isSet = false, role = 'search', toggle = 'Filters', children } = props;
  const [isOpen, setOpen] = useState(isSet);
  return (
    <div role={role} aria-label={label} className={clsx(className, s.row, isOpen && s.open)}>
      {children}
      <span className={s.toggle}>
        <Button icon={<Icon name="filter" />} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {toggle}
        </Button>
      </span>
    </div>
  );
}
