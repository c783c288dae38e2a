// Time zone of the place where the device is.

import { timeZones } from '../../../shared/words/timeZones.ts';
import { hasSeveralZones } from '../../../platform/session/permissions.ts';
import { useUser } from '../../../platform/session/session.tsx';
import { useFormValue } from '../../../platform/ui/forms/formState.ts';
import { SelectField } from '../../../platform/ui/forms/SelectField.tsx';

const isText = (value: unknown): value is string => typeof value === 'string';

export function ZoneField() {
  const { value: zone } = useFormValue('zone', isText);
  const user = useUser();
  const business = user.business_timezone;
  const usual = business ? `Business time zone (${business})` : 'Business time zone';
  return (
    <SelectField
      name="zone"
      label="Time zone of its clock"
      placeholder={hasSeveralZones(user) ? 'Time zone of the company' : usual}
      hint="Where the device hangs"
      options={timeZones(zone).map((value) => ({ value, label: value }))}
    />
  );
}
