// A button with which a file is chosen.

import { useRef } from 'react';
import { ActionIcon } from '../ActionIcon.tsx';
import { Button } from '../Button.tsx';

interface FileButtonProps {
  /** Label of the button. */
  children?: string;
  /** Says to screen readers and in tests which file. */
  label: string;
  /** The endings and types that are offered. */
  accept: string;
  autoFocus?: boolean;
  disabledReason?: string;
  onFile(file: File): void;
}

export function FileButton(props: FileButtonProps) {
  const { children = 'Choose File', label, accept, autoFocus, disabledReason, onFile } = props;
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        icon={<ActionIcon name="file" />}
        data-autofocus={autoFocus}
        disabledReason={disabledReason}
        onClick={() => input.current?.click()}
      >
        {children}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={label}
        accept={accept}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          event.target.value = ''; // so that the same file can be chosen again
          if (file) onFile(file);
        }}
      />
    </>
  );
}
