// Time zone of the place where the device is.

import { useUser } from '../../../platform/session/session.tsx';
import { useTextValue } from '../../../platform/ui/forms/formState.ts';
import { SelectField } from '../../../platform/ui/forms/SelectField.tsx';
import { timeZones } from '../../../shared/words/timeZones.ts';

export function ZoneField() {
  const { value: zone } = useTextValue('zone');
  const { time_zones = [] } = useUser();
  return (
    <SelectField
      name="zone"
      label="Time zone of its clock"
      placeholder={time_zones.length === 1 ? `Time zone of the company (${time_zones[0]})` : 'Time zone of the company'}
      hint="Where the device is installed"
      options={timeZones(zone).map((value) => ({ value, label: value }))}
    />
  );
}
