// The menu in the header that chooses the columns of the table on the screen, which names them on its element. Its style
// hides it where no table does. What is left out stands in the address, so that a saved view has it.

import { useState } from 'react';
import { withoutColumns } from '../../platform/hooks/searchParams.ts';
import { useListParams } from '../../platform/hooks/useListParams.ts';
import { IconPath } from '../../platform/ui/IconPath.tsx';
import { Menu } from '../../platform/ui/overlays/Menu.tsx';
import * as s from './ShellExtras.module.css';

const params = { [withoutColumns]: '' };

export function ColumnsMenu() {
  const [columns, setColumns] = useState<readonly string[]>([]);
  const [given, change] = useListParams(params);
  const without = given[withoutColumns].split(',').filter(Boolean);
  const read = () => setColumns(columnsOnScreen());
  return (
    <div className={s.columns} onClickCapture={read} onKeyDownCapture={read}>
      <Menu
        kind="quiet"
        icon={<IconPath path="M2.5 3h11v10h-11zM6.25 3v10M9.75 3v10" />}
        label={<span className={s.word}>Columns</span>}
        isOfSeveral
        items={columns.map((column) => {
          const [id = '', label = ''] = column.split('=');
          const isShown = !without.includes(id);
          const next = isShown ? [...without, id] : without.filter((each) => each !== id);
          return {
            label,
            checked: isShown,
            onSelect: () => change({ [withoutColumns]: next.join() }, { replace: true }),
          };
        })}
      />
    </div>
  );
}

const columnsOnScreen = (): readonly string[] =>
  document.querySelector<HTMLElement>('main table[data-columns*="|"]')?.dataset.columns?.split('|') ?? [];
