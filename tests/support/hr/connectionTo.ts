// A connection as a connector is given it, for tests of its pure functions.

import type { Connection } from '../../../server/features/hr/connectors/connector.ts';
import { createBusinessTime } from '../../../server/platform/time/businessTime.ts';

interface Particulars {
  readonly now: Date;
  readonly zone?: string;
  readonly session?: string;
}

/** `values` are those of the connector's fields. */
export function connectionTo(
  url: string,
  values: Connection['values'],
  { now, zone = 'UTC', session = '' }: Particulars,
): Connection {
  const businessTime = createBusinessTime(zone);
  return {
    url,
    values,
    session,
    company: { uniqueIdentifier: 'CMP-1', crmCompanyId: '' },
    businessTime,
    workingDays: businessTime,
    now,
  };
}
