import { useState } from 'react';
import { Button } from '../Button.tsx';
import { TextField, type TextFieldProps } from './TextField.tsx';

export function PasswordField(props: Omit<TextFieldProps, 'type' | 'trailing'>) {
  const [isShown, setShown] = useState(false);
  return (
    <TextField
      {...props}
      isSecret
      type={isShown ? 'text' : 'password'}
      spellCheck={false}
      trailing={(inputId) => (
        <Button
          title={isShown ? 'Hide the password' : 'Show the password'}
          aria-controls={inputId}
          onClick={() => setShown(!isShown)}
        >
          {isShown ? 'Hide' : 'Show'}
        </Button>
      )}
    />
  );
}
