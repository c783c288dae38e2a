// Asks for the password and any second factor before something that only the account's owner may do, not somebody who
// finds an open session.

import { useState } from 'react';
import { useAction } from '../../platform/hooks/useAction.ts';
import { useActionForm } from '../../platform/hooks/useForm.ts';
import { useResource } from '../../platform/hooks/useResource.ts';
import { PasswordField } from '../../platform/ui/forms/PasswordField.tsx';
import { Dialog } from '../../platform/ui/overlays/Dialog.tsx';
import { FormDialog } from '../../platform/ui/overlays/FormDialog.tsx';
import type { SecondFactorDemand } from '../../shared/contract/login.ts';
import { confirmRules } from '../../shared/contract/signIn.ts';
import { SecondFactorStep } from './SecondFactorStep.tsx';
import * as layout from '../../platform/ui/layout/layout.module.css';

interface ConfirmIdentityProps {
  title: string;
  /** Says what follows the confirmation. */
  message: string;
  submitLabel: string;
  /** If false, the second factor is asked for at once. */
  hasPassword: boolean;
  onConfirmed(confirmation: string): void;
  onClose(): void;
}

export function ConfirmIdentity(props: ConfirmIdentityProps) {
  const { title, message, submitLabel, hasPassword, onConfirmed, onClose } = props;
  const [demand, setDemand] = useState<SecondFactorDemand>();
  const form = useActionForm('POST /auth/confirm', {
    initial: { password: '' },
    rules: hasPassword ? confirmRules : {},
    args: (body) => ({ body }),
    quiet: true,
    // Nothing may follow after Cancel.
    whileOpen: ({ data }) => ('confirmation' in data ? onConfirmed(data.confirmation) : setDemand(data.second_factor)),
  });
  if (demand) return <FactorDialog {...props} demand={demand} onStartOver={() => setDemand(undefined)} />;
  return (
    <FormDialog
      title={title}
      size="small"
      form={form}
      submitLabel={hasPassword ? submitLabel : 'Continue'}
      dirty={false}
      onClose={onClose}
    >
      <p>{message}</p>
      {hasPassword ? (
        <PasswordField name="password" label="Password" autoComplete="current-password" required autoFocus />
      ) : (
        <p>Your second factor is asked for next.</p>
      )}
    </FormDialog>
  );
}

interface FactorDialogProps extends ConfirmIdentityProps {
  demand: SecondFactorDemand;
  onStartOver(): void;
}

function FactorDialog({ title, message, submitLabel, demand, onConfirmed, onStartOver, onClose }: FactorDialogProps) {
  const { run, ...state } = useAction('POST /auth/confirm/second-factor', {
    quiet: true,
    whileOpen: ({ data }) => onConfirmed(data.confirmation),
  });
  return (
    <Dialog title={title} size="small" onClose={onClose}>
      <div className={layout.stack4}>
        <p>{message}</p>
        <SecondFactorStep
          demand={demand}
          action={{ ...state, send: (proof) => run({ body: { ticket: demand.ticket, proof } }) }}
          submitLabel={submitLabel}
          onStartOver={onStartOver}
        />
      </div>
    </Dialog>
  );
}

interface OwnerQuestionProps {
  message: string;
  /** Receives no confirmation if the dialog was cancelled. */
  onAnswer(confirmation?: string): void;
}

export function OwnerQuestion({ message, onAnswer }: OwnerQuestionProps) {
  const { data, error } = useResource('GET /auth/second-factors', {});
  if (!data && !error) return null;
  return (
    <ConfirmIdentity
      title="Confirm that it is you"
      message={message}
      submitLabel="Confirm"
      hasPassword={data?.has_password ?? true}
      onConfirmed={onAnswer}
      onClose={() => onAnswer()}
    />
  );
}
