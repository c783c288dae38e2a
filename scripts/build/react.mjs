// React as modules with named exports. Its packages are CommonJS: every file that imports one of them would carry a
// detour to it, and reach through that at every call. Here the detour stands once.
import react from 'react';
import runtime from 'react/jsx-runtime';

export const { jsx, jsxs, Fragment } = runtime;
export const {
  Component, Suspense, createContext, memo, startTransition, use, useCallback, useContext, useEffect, useId,
  useLayoutEffect, useMemo, useReducer, useRef, useState, useSyncExternalStore,
} = react;
