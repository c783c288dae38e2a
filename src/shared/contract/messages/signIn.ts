// The messages of the writes before sign-in, apart from the others so that the sign-in page loads only these.

import type { WriteKey } from '../endpoints.ts';
import type { WriteMessages } from './message.ts';

export const signInMessages = {
  'POST /auth/login': { done: 'Signed in', failed: 'An error occurred during login', touches: [] },
  'POST /auth/single-sign-on': { done: 'Signed in', failed: 'An error occurred during login', touches: [] },
  'POST /auth/logout': { done: 'Signed out', failed: 'Failed to sign out', touches: [] },
  'POST /auth/second-factor': { done: 'Signed in', failed: 'An error occurred during login', touches: [] },
  'POST /auth/forgot-password': {
    done: 'Password reset link sent to your email',
    failed: 'An error occurred',
    touches: [],
  },
  'POST /auth/reset-password': {
    done: 'Your password has been changed. You can sign in with it now.',
    failed: 'An error occurred',
    touches: [],
  },
} satisfies { [K in WriteKey]?: WriteMessages };
