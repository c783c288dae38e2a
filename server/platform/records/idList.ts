// Ids in a query, separated by commas.

import { invalid } from './domainErrors.ts';

export function idsIn(field: string, list: string, most: number): number[] {
  const ids = list.split(',');
  if (ids.length > most || !ids.every((id) => /^\d{1,15}$/.test(id)))
    throw invalid({ [field]: `These must be at most ${most} ids, separated by commas` });
  return ids.map(Number);
}
