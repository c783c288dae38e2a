// A password, hidden until asked for.

import { useState } from 'react';
import { Button } from '../Button.tsx';
import { TextField, type TextFieldProps } from './TextField.tsx';

export function PasswordField<K extends string>(props: Omit<TextFieldProps<K>, 'type' | 'trailing'>) {
  const [isShown, setShown] = useState(false);
  return (
    <TextField
      {...props}
      type={isShown ? 'text' : 'password'}
      spellCheck={false}
      trailing={(inputId) => (
        <Button
          title={isShown ? 'Hide what is typed' : 'Show what is typed'}
          aria-controls={inputId}
          onClick={() => setShown(!isShown)}
        >
          {isShown ? 'Hide' : 'Show'}
        </Button>
      )}
    />
  );
}
