// The head of a column that sorts the list. A click on the one that sorts turns the order around.

import { ActionIcon } from '../ui/ActionIcon.tsx';
import { IconPath } from '../ui/IconPath.tsx';
import * as s from './SortHead.module.css';

export type Sorted = 'ascending' | 'descending' | undefined;

interface SortHeadProps {
  label: string;
  sorted: Sorted;
  onSort(): void;
}

const up = 'M3.5 9.75l4.5-4.5 4.5 4.5';

export function SortHead({ label, sorted, onSort }: SortHeadProps) {
  return (
    <button type="button" className={s.head} onClick={onSort}>
      {label}
      {sorted === 'ascending' && <IconPath path={up} className={s.icon} />}
      {sorted === 'descending' && <ActionIcon name="chevronDown" className={s.icon} />}
    </button>
  );
}
