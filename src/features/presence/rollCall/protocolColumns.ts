// The columns of an exported protocol.

import type { RollCallPerson } from '../../../shared/contract/presence.ts';
import type { ListColumn } from '../../../platform/export/list/listFile.ts';
import { formatTime } from '../../../shared/words/time.ts';
import { stateName } from '../stateWords.ts';
import { groupOfPerson } from './protocolGroups.ts';

const timeOf = (timestamp: string) => (timestamp ? formatTime(timestamp) : '');

export const protocolColumns: readonly ListColumn<RollCallPerson>[] = [
  { title: 'Employee', text: ({ employee }) => employee.name },
  { title: 'Employee ID', text: ({ employee }) => employee.employee_id },
  { title: 'Department', text: ({ employee }) => employee.department },
  { title: 'Last Known', text: ({ state }) => stateName(state) },
  { title: 'Since', text: ({ since }) => timeOf(since) },
  { title: 'Site', text: ({ site }) => site },
  { title: 'Result', text: groupOfPerson },
  { title: 'Ticked By', text: ({ is_ticked, ticked_by }) => (is_ticked ? ticked_by : '') },
  { title: 'Ticked At', text: ({ is_ticked, ticked_at }) => (is_ticked ? timeOf(ticked_at) : '') },
];
