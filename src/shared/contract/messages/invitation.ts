// The messages of the writes on the page of an invitation, apart from the others so that the page loads only these.

import type { WriteKey } from '../endpoints.ts';
import type { WriteMessages } from './message.ts';

export const invitationMessages = {
  'POST /auth/invitation': { done: 'Invitation opened', failed: 'The invitation could not be opened', touches: [] },
  'POST /auth/invitation/accept': { done: 'Signed in', failed: 'The password could not be saved', touches: [] },
} satisfies { [K in WriteKey]?: WriteMessages };
