// The columns of exported settings.

import type { Setting } from '../../shared/contract/settings.ts';
import type { ListColumn } from '../../platform/export/list/listFile.ts';

export const settingColumns: readonly ListColumn<Setting>[] = [
  { title: 'Key', text: ({ key }) => key },
  { title: 'Value', text: ({ value }) => value },
  { title: 'Type', text: ({ type }) => type },
  { title: 'Access', text: ({ is_public }) => (is_public ? 'Public' : 'Admin Only') },
  { title: 'Description', text: ({ description }) => description },
];
