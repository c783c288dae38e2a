// Every button. While busy or disabled it stays focusable, keeps its width and ignores clicks.

import clsx from 'clsx';
import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import * as s from './Button.module.css';

const kinds = { primary: s.primary, secondary: undefined, quiet: s.quiet, danger: s.danger };

export type ButtonProps = {
  kind?: keyof typeof kinds;
  size?: 'normal' | 'small';
  icon?: ReactNode;
  busy?: boolean;
  /** Why it cannot be pressed now, which is read aloud and shown as a tooltip. */
  disabledReason?: string;
} & ComponentProps<'button'>;

export function Button({
  kind = 'secondary',
  size = 'normal',
  icon,
  busy = false,
  disabledReason,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  const isDisabled = busy || disabledReason !== undefined || rest['aria-disabled'] === true;
  const isSquare = children === undefined;

  function handleClick(event: MouseEvent<HTMLButtonElement>) {
    if (!isDisabled) return onClick?.(event);
    event.preventDefault(); // a busy submit button does not submit the form
    event.stopPropagation();
  }

  return (
    <button
      type="button"
      title={disabledReason}
      aria-description={disabledReason}
      {...rest}
      className={clsx(
        s.button,
        kinds[kind],
        size === 'small' && s.small,
        isSquare && s.square,
        busy && s.busy,
        className,
      )}
      aria-disabled={isDisabled || undefined}
      aria-busy={busy || undefined}
      onClick={handleClick}
    >
      {icon}
      {children}
    </button>
  );
}
