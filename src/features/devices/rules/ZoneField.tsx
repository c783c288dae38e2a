// Time zone of the place where the device is.

import { useUser } from '../../../platform/session/session.tsx';
import { TimeZoneField } from '../../../platform/ui/forms/TimeZoneField.tsx';

export function ZoneField() {
  const { time_zones = [] } = useUser();
  return (
    <TimeZoneField
      name="zone"
      label="Time zone of its clock"
      placeholder={time_zones.length === 1 ? `Time zone of the company (${time_zones[0]})` : 'Time zone of the company'}
      hint="Where the device is installed"
    />
  );
}
