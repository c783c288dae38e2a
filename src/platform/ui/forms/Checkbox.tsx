// Native checkbox that can also be indeterminate.

import clsx from 'clsx';
import { type ComponentProps, useLayoutEffect, useRef } from 'react';
import * as s from './Checkbox.module.css';

type CheckboxProps = { indeterminate?: boolean } & Omit<ComponentProps<'input'>, 'type' | 'ref'>;

export function Checkbox({ indeterminate = false, className, ...rest }: CheckboxProps) {
  const ref = useRef<HTMLInputElement>(null);
  // Runs after every render, because the browser clears the state on every click.
  useLayoutEffect(() => {
    if (ref.current) ref.current.indeterminate = indeterminate;
  });
  return <input {...rest} ref={ref} type="checkbox" className={clsx(s.checkbox, className)} />;
}
