// A connection as a connector is given it, for tests of its pure functions.

import type { Connection } from '../../../server/features/hr/connectors/connector.ts';
import { createBusinessTime } from '../../../server/platform/time/businessTime.ts';

interface Particulars {
  readonly now: Date;
  readonly zone?: string;
  readonly session?: string;
  readonly mode?: Connection['mode'];
}

/** `values` are those of the connector's fields. */
export function connectionTo(
  url: string,
  values: Connection['values'],
  { now, zone = 'UTC', session = '', mode = 'first_last' }: Particulars,
): Connection {
  const businessTime = createBusinessTime(zone);
  return {
    url,
    values,
    session,
    company: { uniqueIdentifier: 'CMP-1', crmCompanyId: '' },
    mode,
    businessTime,
    workingDays: businessTime,
    now,
  };
}
