// Tells React that tests wrap their steps in `act`.

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
