// Whether the URLs of companies answer.

import { count, object, oneOf, type Decoded } from '../decode.ts';

export const healthState = oneOf('online', 'offline', 'unknown');

export const healthStatistics = object({ total: count, online: count, offline: count, unknown: count });
export type HealthStatistics = Decoded<typeof healthStatistics>;
