// Which reader of the device is the way in, and which the way out.

import type { DeviceRules } from '../../../shared/contract/devices.ts';
import { ActionIcon } from '../../../platform/ui/ActionIcon.tsx';
import { Button } from '../../../platform/ui/Button.tsx';
import { FilterField } from '../../../platform/ui/filters/FilterField.tsx';
import { FilterSelect } from '../../../platform/ui/filters/FilterSelect.tsx';
import { useFormValue } from '../../../platform/ui/forms/formState.ts';
import { useKnownField } from '../../../platform/ui/forms/knownFields.ts';
import * as s from './Rules.module.css';

type Reader = DeviceRules['readers'][number];

const isReaders = (value: unknown): value is readonly Reader[] => Array.isArray(value);

const directions = [
  { value: 'in', label: 'In' },
  { value: 'out', label: 'Out' },
];

const readersInWords = (value: unknown) =>
  isReaders(value) ? value.map(({ reader, direction }) => `${reader} (${direction})`).join(', ') : '';

export function ReadersField() {
  const { value: readers, change, error } = useFormValue('readers', isReaders);
  useKnownField('readers', { label: 'Readers', isSecret: false, inWords: readersInWords });
  const set = (at: number, next: Partial<Reader>) =>
    change(readers.map((reader, index) => (index === at ? { ...reader, ...next } : reader)));
  return (
    <fieldset className={s.readers}>
      <legend className={s.legend}>Readers</legend>
      {readers.map(({ reader, direction }, index) => (
        <div key={index} className={s.reader}>
          <FilterField label={`Reader ${index + 1}`}>
            {(control) => (
              <input {...control} value={reader} onChange={(event) => set(index, { reader: event.target.value })} />
            )}
          </FilterField>
          <FilterSelect
            label={`Direction of reader ${index + 1}`}
            value={direction}
            options={directions}
            onChange={(chosen) => set(index, { direction: chosen === 'out' ? 'out' : 'in' })}
          />
          <Button
            kind="quiet"
            icon={<ActionIcon name="trash" />}
            aria-label={`Remove reader ${index + 1}`}
            title="Remove"
            onClick={() => change(readers.filter((_, at) => at !== index))}
          />
        </div>
      ))}
      <p className={s.hint}>
        As the device names or numbers it: open an event to see which reader it names. An event of another reader has no
        direction.
      </p>
      {error && <p className={s.problem}>{error}</p>}
      <span>
        <Button
          size="small"
          icon={<ActionIcon name="plus" />}
          onClick={() => change([...readers, { reader: '', direction: 'in' }])}
        >
          Add Reader
        </Button>
      </span>
    </fieldset>
  );
}
