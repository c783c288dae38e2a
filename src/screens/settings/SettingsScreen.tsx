// The application's settings, and who may read each.

import type { Setting } from '../../contract/entities/settings.ts';
import { useListParams } from '../../hooks/useListParams.ts';
import { useRemembered } from '../../hooks/useResource.ts';
import { onePage } from '../../crud/onePage.ts';
import { RecordCardActions } from '../../crud/RecordCardActions.tsx';
import type { RecordActions, RecordKind } from '../../crud/recordKind.ts';
import { RecordScreen } from '../../crud/CrudScreen.tsx';
import { useDeletion } from '../../crud/useDeletion.ts';
import { Badge } from '../../ui/data/Badge.tsx';
import { LongText } from '../../ui/data/LongText.tsx';
import { TableSkeleton } from '../../ui/feedback/Skeletons.tsx';
import { Table, type Column } from '../../ui/data/Table.tsx';
import { SettingDialog } from './SettingDialog.tsx';
import { shownValue } from './shownValue.ts';
import * as s from './SettingsScreen.module.css';

const defaults = { page: 1, q: '' };

const kind: RecordKind<Setting> = {
  title: 'Settings',
  subtitle: 'Manage application settings',
  many: 'settings',
  addLabel: 'Add Setting',
  empty: { title: 'No settings found', hint: 'Get started by adding your first setting' },
  nameOf: (setting) => setting.key,
  wordsOf: (setting) => [setting.key, setting.value, setting.description],
};

const columns: readonly Column<Setting>[] = [
  {
    id: 'key',
    header: 'Key',
    cell: (setting) => (
      <>
        <LongText limit="title" className={s.key}>
          {setting.key}
        </LongText>
        {setting.description && <LongText className={s.description}>{setting.description}</LongText>}
      </>
    ),
  },
  {
    id: 'value',
    header: 'Value',
    cell: (setting) => <LongText className={s.value}>{shownValue(setting)}</LongText>,
  },
  { id: 'type', header: 'Type', narrow: true, cell: (setting) => setting.type },
  {
    id: 'access',
    header: 'Access',
    narrow: true,
    cell: (setting) => (
      <Badge tone={setting.is_public ? 'good' : 'neutral'}>{setting.is_public ? 'Public' : 'Admin Only'}</Badge>
    ),
  },
];

export default function SettingsScreen() {
  const [params, change] = useListParams(defaults);
  const list = onePage(useRemembered('GET /settings', {}));
  const deletion = useDeletion('DELETE /settings/{keyOrId}', (id) => ({ keyOrId: id }));

  return (
    <RecordScreen
      kind={kind}
      list={list}
      params={params}
      change={change}
      skeleton={<TableSkeleton label="Loading settings…" rows={8} />}
      deletion={deletion}
      editor={(setting, controls) => <SettingDialog setting={setting} {...controls} />}
    >
      {(settings, actionsOf) => (
        <Table
          caption="Settings"
          rows={settings}
          rowKey={(setting) => setting.id}
          columns={[...columns, actionsColumn(actionsOf)]}
        />
      )}
    </RecordScreen>
  );
}

function actionsColumn(actionsOf: (setting: Setting) => RecordActions): Column<Setting> {
  return {
    id: 'actions',
    header: 'Actions',
    narrow: true,
    cell: (setting) => (
      <span className={s.actions}>
        <RecordCardActions name={setting.key} {...actionsOf(setting)} />
      </span>
    ),
  };
}
