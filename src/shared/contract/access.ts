// Rights for every call, which the console must know on every page. For the browser, the build strips the table of
// calls down to these fields.

import type { Call, Rights } from './call.ts';
import { type CallKey, calls } from './calls.ts';
import type { Feature } from './features.ts';

const entries: { readonly [K in CallKey]: Call } = calls;

export const access: { readonly [K in CallKey]: Rights } = entries;

export const featureOf = (key: CallKey): Feature | undefined => access[key].feature;
