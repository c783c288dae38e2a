// Menu of an export's formats, with progress and result. The screen stays usable meanwhile.

import type { ListFormat } from '../../export/list/listFile.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Menu } from '../../ui/overlays/Menu.tsx';
import { ExportOutcome } from './ExportOutcome.tsx';
import { type ExportedSource, useListExport } from './useListExport.ts';
import * as layout from '../../ui/layout/layout.module.css';
import * as s from './ExportMenu.module.css';

interface ExportMenuProps<F extends string> {
  source: ExportedSource<F>;
  formats: readonly { format: F; label: string; detail: string }[];
  /** Opens the menu at once, for code that was loaded because its button was pressed. */
  isOpenAtFirst?: boolean;
}

export function ExportMenu<F extends string>({ source, formats, isOpenAtFirst }: ExportMenuProps<F>) {
  const { state, start, dismiss } = useListExport(source);
  return (
    <>
      <Menu
        kind="quiet"
        icon={<Icon name="download" />}
        label="Export"
        isOpenAtFirst={isOpenAtFirst}
        busy={state.status === 'running'}
        items={formats.map(({ format, ...item }) => ({ ...item, onSelect: () => start(format) }))}
      />
      {state.status !== 'idle' && (
        <div className={`${s.panel} ${layout.screenOnly}`}>
          <ExportOutcome state={state} source={source} dismiss={dismiss} />
        </div>
      )}
    </>
  );
}

const listFormats: readonly { format: ListFormat; label: string; detail: string }[] = [
  { format: 'excel', label: 'Excel', detail: 'Every cell is text, so numbers keep their zeros' },
  { format: 'csv', label: 'CSV', detail: 'With an apostrophe before what a spreadsheet would run as a formula' },
  { format: 'exactCsv', label: 'CSV, Exact Values', detail: 'For other programs: formulas stay as they are' },
];

export const ListExport = ({ source }: { source: ExportedSource<ListFormat> }) => (
  <ExportMenu source={source} formats={listFormats} isOpenAtFirst />
);
