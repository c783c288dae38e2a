// What somebody can do about their own second factors, in the words of the dialog that asks who they are.

import type { SecondFactors } from '../../../shared/contract/signIn.ts';

export type OwnPasskey = SecondFactors['passkeys'][number];

export type FactorTask =
  | { readonly kind: 'addApp' }
  | { readonly kind: 'addPasskey' }
  | { readonly kind: 'newCodes' }
  | { readonly kind: 'removeApp' }
  | { readonly kind: 'removePasskey'; readonly passkey: OwnPasskey }
  | { readonly kind: 'renamePasskey'; readonly passkey: OwnPasskey };

interface Words {
  title: string;
  message: string;
  submitLabel: string;
}

export function wordsOf(task: Exclude<FactorTask, { kind: 'renamePasskey' }>): Words {
  switch (task.kind) {
    case 'addApp':
      return { title: 'Set up authenticator app', message: first, submitLabel: 'Continue' };
    case 'addPasskey':
      return { title: 'Add passkey', message: first, submitLabel: 'Continue' };
    case 'newCodes':
      return {
        title: 'New recovery codes',
        message: 'The codes that you have now will not work any more. Please confirm first that it is you.',
        submitLabel: 'Make New Codes',
      };
    case 'removeApp':
      return {
        title: 'Remove authenticator app',
        message: 'Its codes will not sign you in any more. Please confirm first that it is you.',
        submitLabel: 'Remove',
      };
    case 'removePasskey':
      return {
        title: 'Remove passkey',
        message: `“${task.passkey.name}” will not sign you in any more. Please confirm first that it is you.`,
        submitLabel: 'Remove',
      };
  }
}

const first = 'Please confirm first that it is you.';
