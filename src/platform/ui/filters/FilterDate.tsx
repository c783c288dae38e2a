// Filter for a day. A chosen day applies at once, a typed one only when finished, since every key makes another day.

import { type KeyboardEvent, useRef, useState } from 'react';
import { FilterField } from './FilterField.tsx';

interface FilterDateProps {
  label: string;
  value: string;
  error?: string;
  onChange(value: string): void;
}

/** Keys that change the day. Others move within the field or open the calendar. */
const isTyping = ({ key, altKey }: KeyboardEvent) =>
  !altKey && /^(?:[^ ]|Backspace|Delete|ArrowUp|ArrowDown)$/.test(key);

export function FilterDate({ label, value, error, onChange }: FilterDateProps) {
  const typing = useRef(false);
  const [draft, setDraft] = useState<{ day: string; instead: string }>();
  // A draft only holds for the value it replaces, as another day may be applied meanwhile, for example by Back.
  const day = draft?.instead === value ? draft.day : value;

  function finish(input: HTMLInputElement) {
    typing.current = false;
    setDraft(undefined);
    if (day !== value && !input.validity.badInput) onChange(day);
  }
  return (
    <FilterField label={label} error={error}>
      {(control) => (
        <input
          {...control}
          type="date"
          max="9999-12-31"
          value={day}
          onPointerDown={() => (typing.current = false)}
          onKeyDown={(event) => {
            typing.current = isTyping(event);
            if (event.key === 'Enter') finish(event.currentTarget);
          }}
          onChange={({ target: { value: day } }) => {
            if (typing.current) setDraft({ day, instead: value });
            else onChange(day);
          }}
          onBlur={(event) => finish(event.currentTarget)}
        />
      )}
    </FilterField>
  );
}
