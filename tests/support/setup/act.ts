// Before tests of a page: what React does otherwise in tests.

import * as React from 'react';

// Tells React that tests wrap their steps in `act`.
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

// While it develops, React keeps a stack for each of the first 10,000 elements of every second, to name an element's owner
// in its warnings. Nobody reads these here, and they took a quarter of the time, so that React believes it has kept them.
const internals: unknown = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE');
if (internals instanceof Object)
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => 10_000, set: () => undefined });
