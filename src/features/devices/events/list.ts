// What the address of the events holds, and what it asks the server for.

import { calls as deviceEventsCalls } from '../../../shared/contract/deviceEvents.ts';
import { readQuery } from '../../../shared/contract/queries.ts';

/** `event` is the id of the one that is open. */
export const eventParams = { page: 1, day: '', outcome: '', code: '', event: '' };
export type EventParams = Record<Exclude<keyof typeof eventParams, 'page'>, string> & { page: number };

export const eventArgs = (controllerId: number, { event: _, ...filters }: EventParams) => ({
  id: controllerId,
  query: readQuery(deviceEventsCalls['GET /access-controllers/{id}/device/events'].query, filters),
});

export const isFiltered = ({ day, outcome, code }: EventParams): boolean => [day, outcome, code].some(Boolean);
