// The protocol as a file, in the order shown.

import type { ListFormat } from '../../../platform/export/list/listFile.ts';
import type { RollCallPerson, RollCallProtocol } from '../../../shared/contract/presence.ts';
import { ExportButton } from '../../../platform/lists/listExport/ExportButton.tsx';
import type { ExportedSource } from '../../../platform/lists/listExport/useListExport.ts';
import { inProtocolOrder } from './protocolGroups.ts';

export function ExportProtocol({ protocol }: { protocol: RollCallProtocol }) {
  const source: ExportedSource<ListFormat> = {
    one: 'person',
    many: 'people',
    async export(format, run) {
      const [{ exportList }, { protocolColumns }] = await Promise.all([
        import('../../../platform/export/list/exportList.ts'),
        import('./protocolColumns.ts'),
      ]);
      const data = inProtocolOrder(protocol.people).map((person) => ({ ...person, id: person.employee.id }));
      const { length } = data;
      const page = { data, total: length, last_page: 1, current_page: 1, per_page: length };
      return exportList<RollCallPerson & { id: number }>({
        ...run,
        format,
        title: 'Roll Call',
        many: 'people of the roll call',
        columns: protocolColumns,
        ask: async () => ({ data: page, message: '', unread: [] }),
      });
    },
  };
  return <ExportButton source={source} />;
}
