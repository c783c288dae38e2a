import { timeZones } from '../../../shared/words/timeZones.ts';
import { useTextValue } from '../../hooks/formState.ts';
import type { FieldProps } from './Field.tsx';
import { SelectField } from './SelectField.tsx';

export function TimeZoneField(props: FieldProps & { placeholder: string }) {
  const { value } = useTextValue(props.name);
  return <SelectField {...props} options={timeZones(value).map((zone) => ({ value: zone, label: zone }))} />;
}
