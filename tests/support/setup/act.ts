// Tells React that tests wrap what they do in `act`.

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
