// Button that opens its own dialog.

import { type ReactNode, useState } from 'react';
import { Button, type ButtonProps } from '../Button.tsx';

type DialogButtonProps = Omit<ButtonProps, 'children' | 'onClick'> & {
  label: ReactNode;
  /** Renders the dialog. */
  children(close: () => void): ReactNode;
};

export function DialogButton({ label, children: dialog, ...button }: DialogButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button {...button} onClick={() => setOpen(true)}>
        {label}
      </Button>
      {isOpen && dialog(() => setOpen(false))}
    </>
  );
}
