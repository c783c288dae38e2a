// The calls of the contract that the server cannot answer yet. It shrinks; when it is empty it goes.

import type { EndpointKey } from '../src/contract/endpoints.ts';

export const missing = [
] as const satisfies readonly EndpointKey[];

export type Missing = (typeof missing)[number];
