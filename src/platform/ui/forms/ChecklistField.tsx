// Field for any number of options, in groups, by id. A long list can be filtered, and a labeled group has a checkbox
// for all. A locked list keeps its selection, but only shows why it is locked.

import { Fragment, type ReactNode, useId, useState } from 'react';
import { folded } from '../../../shared/contract/searchText.ts';
import { useFormValue } from '../../hooks/formState.ts';
import { VisuallyHidden } from '../layout/VisuallyHidden.tsx';
import type { Option } from '../option.ts';
import { Checkbox } from './Checkbox.tsx';
import { type FieldProps, RequiredMark, useField } from './Field.tsx';
import { SearchBox } from './SearchBox.tsx';
import * as layout from '../layout/layout.module.css';
import * as s from './ChecklistField.module.css';

interface ChecklistOption extends Option<number> {
  badge?: ReactNode;
  /** Shown below the label. */
  description?: string;
}

interface ChecklistGroup {
  label?: string;
  options: readonly ChecklistOption[];
}

const filteredFrom = 9;

const isIds = (value: unknown): value is readonly number[] => Array.isArray(value);

export const useIdsValue = (name: string) => useFormValue(name, isIds);

interface ChecklistFieldProps extends FieldProps {
  groups: readonly ChecklistGroup[];
  /** Whether more options may come. */
  loading?: boolean;
}

export function ChecklistField({ groups, loading = false, ...props }: ChecklistFieldProps) {
  const { label: listLabel } = props;
  const all = groups.flatMap(({ options }) => options);
  const namesOf = (chosenIds: readonly number[]) =>
    chosenIds.map((id) => all.find(({ value }) => value === id)?.label ?? `#${id}`).join(', ');
  const { control, frozen, value: ids, change, notes } = useField(props, isIds, namesOf);
  const [filter, setFilter] = useState('');
  const isLocked = props.lockedReason !== undefined;
  const search = folded(filter).trim();
  const matches = groups
    .map(({ label, options }) => ({ label, options: options.filter((option) => mentions(option, search)) }))
    .filter(({ options }) => options.length > 0);
  const chosen = new Set(ids);

  function choose(options: readonly ChecklistOption[], isChosen: boolean) {
    const next = new Set(chosen);
    for (const { value } of options) {
      if (isChosen) next.add(value);
      else next.delete(value);
    }
    change([...next]);
  }

  const attributes = {
    name: control.name,
    disabled: frozen,
    'aria-invalid': control['aria-invalid'],
  };

  return (
    <fieldset className={`${layout.stack2} ${s.list}`} aria-describedby={control['aria-describedby']}>
      <legend className={layout.legend}>
        {listLabel}
        {props.required && <VisuallyHidden>, required</VisuallyHidden>}
      </legend>
      {props.required && <RequiredMark />}
      {!isLocked && (
        <>
          <p className={layout.hint}>
            {all.filter(({ value }) => chosen.has(value)).length} of {all.length} selected
          </p>
          {all.length >= filteredFrom && (
            <SearchBox label={`Filter ${listLabel.toLowerCase()}`} value={filter} onChange={setFilter} />
          )}
          <div className={s.options}>
            {matches.map((group, index) => (
              <Group key={group.label ?? index} {...{ group, chosen, attributes, choose }} />
            ))}
            {loading && <p className={`${layout.muted} ${s.none}`}>Loading {listLabel.toLowerCase()}…</p>}
            {matches.length === 0 && !loading && (
              <p className={`${layout.muted} ${s.none}`}>{search ? 'Nothing matches' : 'Nothing to choose from'}</p>
            )}
          </div>
        </>
      )}
      {notes}
    </fieldset>
  );
}

function mentions({ label, detail = '', description = '' }: ChecklistOption, search: string): boolean {
  return folded(`${label} ${detail} ${description}`).includes(search);
}

interface GroupProps {
  group: ChecklistGroup;
  chosen: ReadonlySet<number>;
  attributes: { name: string; disabled: boolean; 'aria-invalid': true | undefined };
  choose(options: readonly ChecklistOption[], isChosen: boolean): void;
}

function Group({ group: { label, options }, chosen, attributes, choose }: GroupProps) {
  const id = useId();
  const chosenHere = options.filter(({ value }) => chosen.has(value)).length;
  const isWhole = chosenHere === options.length;
  return (
    <div role={label && 'group'} aria-label={label} className={s.group}>
      {label && (
        <label className={s.groupLabel}>
          <Checkbox
            {...attributes}
            checked={isWhole}
            indeterminate={chosenHere > 0 && !isWhole}
            onChange={() => choose(options, !isWhole)}
          />
          <span>
            <VisuallyHidden>All of </VisuallyHidden>
            {label}
          </span>
        </label>
      )}
      {options.map((option) => (
        <Fragment key={option.value}>
          <label className={s.option}>
            <Checkbox
              {...attributes}
              checked={chosen.has(option.value)}
              aria-describedby={option.description && `${id}${option.value}`}
              onChange={(event) => choose([option], event.target.checked)}
            />
            <span className={s.text}>
              {option.label}
              {option.detail && <span className={layout.hint}> {option.detail}</span>}
            </span>
            {option.badge}
          </label>
          {option.description && (
            <p id={`${id}${option.value}`} className={`${layout.hint} ${s.description}`}>
              {option.description}
            </p>
          )}
        </Fragment>
      ))}
    </div>
  );
}
