// Button for choosing a file.

import { useRef } from 'react';
import { ActionIcon } from '../ActionIcon.tsx';
import { Button } from '../Button.tsx';

interface FileButtonProps {
  /** Label of the button. */
  children?: string;
  /** Tells screen readers and tests which file. */
  label: string;
  /** Accepted extensions and types. */
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
          event.target.value = ''; // lets the same file be chosen again
          if (file) onFile(file);
        }}
      />
    </>
  );
}
