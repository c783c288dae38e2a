import clsx from 'clsx';
import { useId } from 'react';
import { Icon } from '../Icon.tsx';
import { VisuallyHidden } from '../layout/VisuallyHidden.tsx';
import * as field from './Field.module.css';
import * as s from './SearchBox.module.css';

/** Longer than anything people search for, but short enough for an address. */
export const longestSearch = 200;

interface SearchBoxProps {
  label: string;
  value: string;
  onChange(value: string): void;
}

export function SearchBox({ label, value, onChange }: SearchBoxProps) {
  const id = useId();
  return (
    <div className={s.box}>
      <VisuallyHidden>
        <label htmlFor={id}>{label}</label>
      </VisuallyHidden>
      <Icon name="search" className={s.icon} />
      <input
        id={id}
        type="search"
        form="" // Enter must not submit a surrounding form
        className={clsx(field.input, s.input)}
        placeholder={label}
        maxLength={longestSearch}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}
