// A native checkbox that can also be half checked.

import type { ComponentProps } from 'react';
import clsx from 'clsx';
import * as s from './Checkbox.module.css';

type CheckboxProps = { indeterminate?: boolean } & Omit<ComponentProps<'input'>, 'type' | 'ref'>;

export function Checkbox({ indeterminate, className, ...rest }: CheckboxProps) {
  return <input {...rest} ref={halfChecked(indeterminate)} type="checkbox" className={clsx(s.checkbox, className)} />;
}

/** Another function at every render, so that it is called after each: the browser clears the mark on every click. */
function halfChecked(indeterminate: boolean | undefined) {
  if (indeterminate === undefined) return undefined;
  return (input: HTMLInputElement | null) => {
    if (input) input.indeterminate = indeterminate;
  };
}
