// wouter asks for this hook by the name of a package for older versions of React, which have none of their own.
export { useSyncExternalStore } from 'react';
