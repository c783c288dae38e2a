import { useResource } from '../../platform/hooks/useResource.ts';
import { ConfirmIdentity } from './ConfirmIdentity.tsx';

interface OwnerQuestionProps {
  message: string;
  /** Without a confirmation if it was cancelled. */
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
