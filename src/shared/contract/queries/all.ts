// The query of every call that has one.

import { firstQueries } from './first.ts';
import { laterQueries } from './later.ts';

export const queries = { ...firstQueries, ...laterQueries };
