import { type Limit, networkOf } from '../../../platform/access/rateLimit.ts';

/** Three of a million codes are right at a time: 30 attempts an hour find one in more than a year, on average. */
export const factorLimits = (userId: number, address: string): Limit[] => [
  { key: `factor ${userId} ${networkOf(address)}`, attempts: 10, minutes: 15 },
  { key: `factor ${userId}`, attempts: 30, minutes: 60 },
];
