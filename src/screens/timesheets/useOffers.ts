// What the timesheets can do with this server, for this user.

import { offers } from '../../session/permissions.ts';
import { useMay } from '../../session/useMay.ts';
import { useUser } from '../../session/useSession.ts';

interface Offers {
  /** The server computes them. */
  timesheets: boolean;
  /** Attendance can be corrected. */
  corrections: boolean;
  exceptions: boolean;
  attendance: boolean;
}

export function useOffers(): Offers {
  const user = useUser();
  const may = useMay();
  return {
    timesheets: offers(user, 'timesheets') && may('GET /timesheets'),
    corrections: offers(user, 'corrections') && may('POST /corrections'),
    exceptions: offers(user, 'corrections') && may('GET /exceptions'),
    attendance: may('GET /attendance'),
  };
}
