// Where a JSON message says what, as paths.

import { FieldGrid } from '../../../platform/ui/forms/FieldGrid.tsx';
import { TextField } from '../../../platform/ui/forms/TextField.tsx';
import * as s from './Rules.module.css';

const fields = [
  { name: 'events', label: 'List of events', hint: 'Such as data.events. Leave empty if a message is one event' },
  { name: 'person', label: 'Person', hint: 'Such as user.code, within one event', required: true },
  { name: 'time', label: 'Time', hint: 'Such as time or data[0].at', required: true },
  { name: 'direction', label: 'Direction', hint: 'Leave empty if the message says none' },
  { name: 'in_words', label: 'Words for in', hint: 'What means in, separated by commas: entry, 0' },
  { name: 'out_words', label: 'Words for out', hint: 'What means out, separated by commas: exit, 1' },
  { name: 'number', label: 'Number of the event', hint: "The device's own count. A gap shows a lost event" },
  { name: 'reader', label: 'Reader', hint: 'If the device has several' },
  { name: 'passed', label: 'Whether the person was let in', hint: 'Leave empty if it sends only people who were' },
  { name: 'passed_words', label: 'Words for let in', hint: 'What means let in, separated by commas: granted, true' },
];

export function MappingFields() {
  return (
    <section aria-label="Mapping" className={s.part}>
      <h3>What its messages mean</h3>
      <p className={s.hint}>
        Say where each value stands in a message, as a path. In{' '}
        <code>{'{ "user": { "code": "42" }, "data": [{ "at": "08:00" }] }'}</code> the path user.code leads to 42, and
        data[0].at to 08:00.
      </p>
      <FieldGrid>
        {fields.map(({ name, ...field }) => (
          <TextField key={name} name={`mapping.${name}`} {...field} spellCheck={false} />
        ))}
      </FieldGrid>
    </section>
  );
}
