// The rules that every kind of device has, and those of some kinds.

import type { DeviceSetup } from '../../../shared/contract/entities/devices.ts';
import { hasWholeHours } from '../../../shared/words/timeZones.ts';
import { CheckboxField } from '../../../platform/ui/forms/CheckboxField.tsx';
import { FieldGrid } from '../../../platform/ui/forms/FieldGrid.tsx';
import { useFormValue } from '../../../platform/ui/forms/formState.ts';
import { RadioCardsField } from '../../../platform/ui/forms/RadioCardsField.tsx';
import { SelectField } from '../../../platform/ui/forms/SelectField.tsx';
import { TextField } from '../../../platform/ui/forms/TextField.tsx';
import { hasFeature } from '../../../platform/session/permissions.ts';
import { useUser } from '../../../platform/session/session.tsx';
import { ReadersField } from './ReadersField.tsx';
import { directionOptions, halfHourOptions } from './ruleOptions.ts';
import { ZoneField } from './ZoneField.tsx';

const isText = (value: unknown): value is string => typeof value === 'string';

export function RulesFields({ setup, kind }: { setup: DeviceSetup; kind: string }) {
  const { value: zone } = useFormValue('zone', isText);
  const { value: direction } = useFormValue('direction', isText);
  const isDevice = kind !== 'webhook';
  const knowsAll = hasFeature(useUser(), 'directions');
  const directions = directionOptions.filter(({ value }) => knowsAll || value !== 'first_last');
  // Of the business time zone only its name is known, and only while no other is set.
  const business = setup.rules?.zone === '' ? setup.zone : '';
  return (
    <>
      {isDevice && <RadioCardsField name="direction" label="Which way was it?" options={directions} />}
      {isDevice && direction === 'reader' && <ReadersField />}
      <FieldGrid>
        {isDevice && <ZoneField />}
        {isDevice && (
          <CheckboxField
            name="ignores_offset"
            label="The offset that the device sends does not count"
            hint="For a clock that is right, in a device that was left in the zone of its factory"
          />
        )}
        {isDevice && (
          <TextField
            name="repeat_seconds"
            label="Repeats within (seconds)"
            type="number"
            min={0}
            max={3_600}
            hint="A second event of the same person this soon does not count. 0 lets all count"
            required
          />
        )}
        <TextField
          name="silent_after_minutes"
          label="Silent after (minutes)"
          type="number"
          min={1}
          max={10_080}
          hint="When nothing is heard of it for so long, you are told"
          required
        />
        {isDevice && (
          <TextField
            name="counts_from"
            label="Counts from"
            type="date"
            hint="Earlier events are kept, and count for nobody. Empty: from the day before the controller was added"
          />
        )}
        {isDevice && (
          <TextField
            name="networks"
            label="Allowed networks"
            hint="Separated by commas, such as 192.168.1.0/24. Empty allows any"
            spellCheck={false}
          />
        )}
        {kind === 'zkteco' && !hasWholeHours(zone || business || 'UTC') && (
          <SelectField
            name="half_hours"
            label="How it is told its time zone"
            hint="It is no whole hour from UTC, which devices understand differently. After a change, switch the device off and on"
            options={halfHourOptions}
          />
        )}
      </FieldGrid>
    </>
  );
}
