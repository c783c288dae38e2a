// The way from the list to its missing check-outs, where the server finds them.

import { Link } from 'wouter';
import { paths } from '../../platform/boot/paths.ts';
import { addressOf } from '../../shared/words/address.ts';
import { useCanCall } from '../../platform/session/permissions.ts';
import { isAtDefault } from './filters.ts';
import type { Filters } from './list.ts';

interface MissingCheckOutProps {
  filters: Filters;
  defaults: Filters;
}

/** Of the company and the days of the list; not of today alone, when a check-out may still come. */
export function MissingCheckOut({ filters, defaults }: MissingCheckOutProps) {
  const mayFind = useCanCall()('GET /exceptions');
  if (!mayFind) return null;
  const { company_id, start_date, end_date } = filters;
  const hasDays = start_date && end_date && !isAtDefault(['start_date', 'end_date'], filters, defaults);
  const wanted = {
    kind: 'no_check_out',
    ...(company_id && { company_id }),
    ...(hasDays && { start_date, end_date }),
  };
  return <Link href={addressOf(paths.exceptions, wanted)}>Missing Check-Out</Link>;
}
