// A native checkbox that can also be half checked.

import clsx from 'clsx';
import { type ComponentProps, useLayoutEffect, useRef } from 'react';
import * as s from './Checkbox.module.css';

type CheckboxProps = { indeterminate?: boolean } & Omit<ComponentProps<'input'>, 'type' | 'ref'>;

export function Checkbox({ indeterminate = false, className, ...rest }: CheckboxProps) {
  const ref = useRef<HTMLInputElement>(null);
  // Run after every render, because the browser clears the mark on every click.
  useLayoutEffect(() => {
    if (ref.current) ref.current.indeterminate = indeterminate;
  });
  return <input {...rest} ref={ref} type="checkbox" className={clsx(s.checkbox, className)} />;
}
