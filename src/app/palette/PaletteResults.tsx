// The results of the palette in groups: a listbox whose focus stays in the field.

import clsx from 'clsx';
import type { Ref } from 'react';
import { groupDigits } from '../../shared/words/groupDigits.ts';
import { ActionIcon } from '../../platform/ui/ActionIcon.tsx';
import { Button } from '../../platform/ui/Button.tsx';
import { Progress } from '../../platform/ui/feedback/Progress.tsx';
import { Icon } from '../../platform/ui/Icon.tsx';
import { VisuallyHidden } from '../../platform/ui/layout/VisuallyHidden.tsx';
import { plural } from '../../shared/words/plural.ts';
import { keyOf, type Result, type ResultGroup } from './result.ts';
import * as layout from '../../platform/ui/layout/layout.module.css';
import * as s from './Palette.module.css';

interface PaletteResultsProps {
  ref: Ref<HTMLDivElement>;
  id: string;
  groups: readonly ResultGroup[];
  active: Result | undefined;
  isSearching: boolean;
  query: string;
  onOpen(result: Result, target?: Result['target']): void;
}

export function PaletteResults({ ref, id, groups, active, isSearching, query, onOpen }: PaletteResultsProps) {
  const results = groups.flatMap((group) => group.results);
  const nothing = `Nothing matches “${query}”`;
  const count = results.length === 0 ? nothing : plural(results.length, 'result');
  return (
    <div className={s.results}>
      <div ref={ref} id={id} role="listbox" aria-label="Results" hidden={results.length === 0}>
        {groups.map(
          (group, place) =>
            group.results.length > 0 && (
              <div key={group.title} role="group" aria-labelledby={`${id}-group-${place}`}>
                <p id={`${id}-group-${place}`} role="presentation" className={s.heading}>
                  {group.title}
                </p>
                {group.results.map((result) => (
                  <Row
                    key={keyOf(result)}
                    id={`${id}-${results.indexOf(result)}`}
                    result={result}
                    isActive={result === active}
                    onOpen={onOpen}
                  />
                ))}
              </div>
            ),
        )}
      </div>
      {groups.map((group) => (
        <GroupNote key={group.title} group={group} />
      ))}
      {(isSearching || results.length === 0) && (
        <p className={`${layout.row} ${s.note}`}>{isSearching ? 'Searching…' : nothing}</p>
      )}
      <VisuallyHidden>
        <span role="status">{isSearching ? '' : count}</span>
      </VisuallyHidden>
    </div>
  );
}

/** Shows progress, or why results are missing. */
function GroupNote({ group: { title, progress, cancel, note, retry } }: { group: ResultGroup }) {
  if (progress && progress.total > 0) {
    const { done, total } = progress;
    const label = `${title}: reading ${groupDigits(done)} of ${groupDigits(total)}`;
    return (
      <div className={s.reading}>
        <Progress label={label} value={done} max={total} />
        <Button size="small" aria-label={`Cancel reading ${title.toLowerCase()}`} onClick={cancel}>
          Cancel
        </Button>
      </div>
    );
  }
  if (!note) return null;
  return (
    <p className={`${layout.row} ${s.note}`}>
      {`${title}: ${note}`}
      {retry && (
        <Button size="small" onClick={retry}>
          Retry
        </Button>
      )}
    </p>
  );
}

interface RowProps {
  id: string;
  result: Result;
  isActive: boolean;
  onOpen: PaletteResultsProps['onOpen'];
}

/** The second place has an option of its own for the pointer; keys reach it with Ctrl+Enter. */
function Row({ id, result, isActive, onOpen }: RowProps) {
  const { icon, label, detail, second } = result;
  return (
    <div role="presentation" className={clsx(s.row, isActive && s.active)} data-key={keyOf(result)}>
      <div
        id={id}
        role="option"
        aria-selected={isActive}
        aria-description={second && `${second.label}: Control Enter`}
        className={s.option}
        onClick={() => onOpen(result)}
      >
        {icon === 'plus' ? <ActionIcon name="plus" /> : <Icon name={icon} />}
        <span className={s.label}>{label}</span>
        {detail && <span className={s.detail}>{detail}</span>}
      </div>
      {second && (
        <div
          role="option"
          aria-selected={false}
          aria-label={`${second.label} of ${label}`}
          className={s.second}
          onClick={() => onOpen(result, second.target)}
        >
          {second.label}
        </div>
      )}
    </div>
  );
}
