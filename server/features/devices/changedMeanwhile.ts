// The answer to a device that was changed while its request arrived: it sends the same again, and is heard as what it is
// by then.

import { DomainError } from '../../platform/records/domainErrors.ts';

export const changedMeanwhile = (): DomainError =>
  new DomainError('unavailable', 'This device was changed meanwhile', { retryAfterSeconds: 5 });
