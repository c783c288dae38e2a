// Tells who may make which call: what the console has to know of every call on every page. For the browser, the build
// leaves only these fields in the table of calls.

import type { Call, Rights } from './call.ts';
import { type CallKey, calls } from './calls.ts';
import type { Feature } from './features.ts';

const entries: { readonly [K in CallKey]: Call } = calls;

export const access: { readonly [K in CallKey]: Rights } = entries;

export const featureOf = (key: CallKey): Feature | undefined => access[key].feature;
