// The screen of settings, with the default values of unset ones, and single sign-on.
import { useEffect, useRef, useState } from 'react';
import type { ListColumn } from '../../platform/export/list/listFile.ts';
import { listCall } from '../../platform/hooks/searchParams.ts';
import { CrudScreen } from '../../platform/lists/CrudScreen.tsx';
import { listing } from '../../platform/lists/listView.ts';
import { useListSource, useOnePage } from '../../platform/lists/useListSource.ts';
import { RecordCardActions } from '../../platform/records/RecordActions.tsx';
import type { RecordActions, RecordKind } from '../../platform/records/recordKind.ts';
import { useCanCall } from '../../platform/session/permissions.ts';
import { useConnection } from '../../platform/session/session.tsx';
import { Button } from '../../platform/ui/Button.tsx';
import { Badge } from '../../platform/ui/data/Badge.tsx';
import { ListRow } from '../../platform/ui/data/ListRow.tsx';
import { LongText } from '../../platform/ui/data/LongText.tsx';
import { type Column, idOf, Table } from '../../platform/ui/data/Table.tsx';
import { Panel } from '../../platform/ui/layout/Panel.tsx';
import { lazyPart, usePreloadWhen } from '../../platform/ui/lazyPart.tsx';
import { type KnownSetting, knownSettings, type Setting } from '../../shared/contract/settings.ts';
import { shownValue, useKnownSettings } from './settingValues.ts';
import * as folds from '../../platform/lists/folds.module.css';
import * as layout from '../../platform/ui/layout/layout.module.css';
import * as s from './SettingsScreen.module.css';

const SettingDialog = lazyPart('The form', () => import('./SettingDialog.tsx'));
const lazyParts = [SettingDialog];
const SingleSignOnPart = lazyPart('Single sign-on', () => import('./singleSignOn/SingleSignOnPanel.tsx'));

const kind: RecordKind<Setting> = {
  title: 'Settings',
  subtitle: 'Manage application settings',
  one: 'setting',
  many: 'settings',
  addLabel: 'Add Setting',
  add: 'POST /settings',
  edit: 'PUT /settings/{keyOrId}',
  remove: { key: 'DELETE /settings/{keyOrId}', args: (id) => ({ keyOrId: id }) },
  nameOf: (setting) => setting.key,
  textsOf: (setting) => [setting.key, setting.value, setting.description],
};

const columns: readonly Column<Setting>[] = [
  {
    id: 'key',
    header: 'Key',
    rowHeader: true,
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
  const settings = useListSource(settingsList);
  const source = useOnePage(settings);
  const { list } = settings;
  useZoneOf(list.data);
  usePreloadWhen(list.data !== undefined, lazyParts);
  const canCall = useCanCall();
  const hasActions = [kind.edit, kind.remove.key, 'GET /audit' as const].some(canCall);
  const isEmpty = list.data?.length === 0;
  const offersDefaults = useKnownSettings().length > 0 && canCall('POST /settings');
  const defaults = list.data && <DefaultSettings settings={list.data} />;
  return (
    <>
      <CrudScreen
        kind={kind}
        intro={isEmpty && defaults}
        empty={
          offersDefaults ? { title: 'No settings found', hint: 'Set one of the values above, or add one' } : undefined
        }
        {...source}
        usualRows={8}
        columns={async () => settingColumns}
        editor={(setting, controls) => <SettingDialog setting={setting} {...controls} />}
        table={({ records, actionsOf }) => (
          <Table
            caption="Settings"
            className={`${folds.folds} ${s.settings}`}
            rows={records}
            rowKey={idOf}
            columns={hasActions ? [...columns, actionsColumn(actionsOf)] : columns}
          />
        )}
      />
      {!isEmpty && defaults}
      {canCall('GET /single-sign-on') && (
        <div className={s.panel}>
          <SingleSignOnPart />
        </div>
      )}
    </>
  );
}

/** Reads the user again when the setting changes: the console counts days in the zone that comes with the user. */
function useZoneOf(settings: readonly Setting[] | undefined): void {
  const { session } = useConnection();
  const zone = settings && (settings.find(({ key }) => key === knownSettings.business_timezone.key)?.value ?? '');
  const read = useRef(zone);
  useEffect(() => {
    // Ignore a failure: the next start reads the user anyway.
    if (zone !== undefined && read.current !== undefined && zone !== read.current)
      session.refresh().catch(() => undefined);
    read.current = zone;
  }, [session, zone]);
}

function actionsColumn(actionsOf: (setting: Setting) => RecordActions): Column<Setting> {
  return {
    id: 'actions',
    header: 'Actions',
    narrow: true,
    screenOnly: true,
    cell: (setting) => (
      <span className={s.actions}>
        <RecordCardActions name={setting.key} {...actionsOf(setting)} />
      </span>
    ),
  };
}

/** Lists the unset settings that the server reads, with their default values and a button to set each. */
function DefaultSettings({ settings }: { settings: readonly Setting[] }) {
  const maySet = useCanCall()('POST /settings');
  const [open, setOpen] = useState<KnownSetting>();
  const unset = useKnownSettings().filter(({ key }) => !settings.some((setting) => setting.key === key));
  const close = () => setOpen(undefined);

  return (
    <>
      {unset.length > 0 && (
        <div className={s.panel}>
          <Panel title="Default values">
            <p className={layout.muted}>These settings are not set. The server uses their default values.</p>
            <ul className={layout.list}>
              {unset.map((known) => (
                <ListRow
                  key={known.key}
                  title={known.key}
                  end={
                    <>
                      <span>{shownValue({ ...known, value: known.defaultValue })}</span>
                      {maySet && (
                        <Button aria-label={`Set ${known.key}`} onClick={() => setOpen(known)}>
                          Set
                        </Button>
                      )}
                    </>
                  }
                >
                  <p className={layout.muted}>{known.description}</p>
                </ListRow>
              ))}
            </ul>
          </Panel>
        </div>
      )}
      {open && <SettingDialog known={open} close={close} saved={close} />}
    </>
  );
}

/** The columns of exported settings. */
const settingColumns: readonly ListColumn<Setting>[] = [
  { title: 'Key', text: ({ key }) => key },
  { title: 'Value', text: ({ value }) => value },
  { title: 'Type', text: ({ type }) => type },
  { title: 'Access', text: ({ is_public }) => (is_public ? 'Public' : 'Admin Only') },
  { title: 'Description', text: ({ description }) => description },
];

const settingsList = listCall('GET /settings', listing, () => ({}));
