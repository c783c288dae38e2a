// Why somebody who comes back from the provider is not signed in. The page shows the reason's sentence; the detail is for
// the log, and must hold no secret.

import type { SingleSignOnFailure } from '../../../../src/shared/contract/singleSignOn.ts';

interface About {
  /** Whom it is about, where that is known. */
  readonly userId?: number;
  /** The e-mail, where the provider says that it is the person's own. */
  readonly email?: string;
  readonly cause?: unknown;
}

export class SingleSignOnError extends Error {
  readonly reason: SingleSignOnFailure;
  readonly about: About;

  constructor(reason: SingleSignOnFailure, detail: string, about: About = {}) {
    super(detail, { cause: about.cause });
    this.name = 'SingleSignOnError';
    this.reason = reason;
    this.about = about;
  }
}
