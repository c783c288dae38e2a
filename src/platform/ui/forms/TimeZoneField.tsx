import { timeZones } from '../../../shared/words/timeZones.ts';
import type { FieldProps } from './Field.tsx';
import { useTextValue } from './formState.ts';
import { SelectField } from './SelectField.tsx';

export function TimeZoneField(props: FieldProps & { placeholder: string }) {
  const { value } = useTextValue(props.name);
  return <SelectField {...props} options={timeZones(value).map((zone) => ({ value: zone, label: zone }))} />;
}
