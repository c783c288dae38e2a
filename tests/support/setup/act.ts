// Sets React up for tests that render a page.

import * as React from 'react';

// Tells React that tests wrap their steps in `act`.
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

// React's development build captures a stack for up to 10,000 elements a second, so that warnings can name an element's
// owner. Nobody reads these stacks here, and they took a quarter of the time: let React believe the limit is reached.
const internals: unknown = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE');
if (internals instanceof Object)
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => 10_000, set: () => undefined });
