// Settings. Every signed-in user can read the public ones. Changing the business's time zone would change all days.
import { knownSettings, type Setting, settingRules } from '../../../src/shared/contract/settings.ts';
import { validate } from '../../../src/shared/contract/validate.ts';
import { type Caller, can } from '../../platform/access/caller.ts';
import { audit } from '../../platform/audit/auditLog.ts';
import { type Db, type Queries, sql } from '../../platform/db/db.ts';
import { lockSetup } from '../../platform/db/migrations/migrate.ts';
import { lockRowsWhere } from '../../platform/db/rowLocks.ts';
import { conflict, notFound } from '../../platform/domainErrors.ts';
import { assertValid, type Handlers } from '../../platform/records/endpoint.ts';
import { createRecord, deleteRecord, type RecordKind, updateRecord } from '../../platform/records/recordActions.ts';
import { currentClocks } from './clocks.ts';
import {
  allSettings,
  defaultTimeZone,
  defaultUrlTypes,
  insertSetting,
  isReservedKey,
  parseStringList,
  settingErrors,
  settingsWhere,
  settingValue,
} from './knownSettings.ts';

const settings: RecordKind<Setting> = {
  table: 'settings',
  noun: 'Setting',
  edit: 'PUT /settings/{keyOrId}',
  find: (queries, _who, ids) => settingsWhere(queries, sql`id in (${ids})`),
  taken: { key: 'A setting with this key already exists' },
};

const isPublic = sql`is_public = true`;

/** Returns why the days of all companies must stay as they are; empty if they may change. */
type FindBlocker = (queries: Queries) => Promise<string>;

export const createSettingHandlers = (findBlocker: FindBlocker) => {
  /** Returns why the setting must not get this value; empty if it may. Without a value, the setting is deleted. */
  async function changeBlocker(queries: Queries, key: string, value: string | undefined): Promise<string> {
    if (key !== knownSettings.business_timezone.key) return '';
    // Keeps months from being closed meanwhile.
    await lockRowsWhere(queries, 'companies', sql`true`, 'rely');
    const isSame = (value ?? defaultTimeZone) === (await currentClocks(queries)).ofInstallation.zone;
    return isSame ? '' : findBlocker(queries);
  }

  return {
    'GET /settings': ({ db }) => allSettings(db),

    'GET /settings/public': ({ db }) => settingsWhere(db, isPublic),

    'GET /settings/url-types': async ({ db }) =>
      parseStringList(await settingValue(db, 'url_types')) ?? [...defaultUrlTypes],

    'GET /settings/{keyOrId}': ({ db, caller, params }) => findByKeyOrId(db, caller, params.keyOrId),

    async 'POST /settings'(request) {
      const { body } = request;
      const key = body.key.trim();
      assertValid(isReservedKey(key) ? { key: 'This key is reserved. Please choose another one' } : {});
      assertValid(settingErrors(key, body.type, body.value));
      return createRecord(request, settings, async (queries) => {
        assertValid({ value: await changeBlocker(queries, key, body.value) });
        return insertSetting(queries, body);
      });
    },

    async 'PUT /settings/{keyOrId}'(request) {
      const { db, caller, params, body } = request;
      const { id } = await findByKeyOrId(db, caller, params.keyOrId);
      return updateRecord(request, settings, id, async (queries, before) => {
        const setting = { ...before, ...body };
        assertValid(validate(settingRules, setting));
        assertValid(settingErrors(setting.key, setting.type, setting.value));
        assertValid({ value: await changeBlocker(queries, setting.key, setting.value) });
        const { value, description, is_public } = setting;
        await queries.run(
          sql`update settings set setting_value = ${value}, description = ${description}, is_public = ${is_public}
            where id = ${id}`,
        );
      });
    },

    async 'DELETE /settings/{keyOrId}'(request) {
      const { db, caller, params } = request;
      const { id, key } = await findByKeyOrId(db, caller, params.keyOrId);
      return deleteRecord(request, settings, id, async (queries) => {
        const why = await changeBlocker(queries, key, undefined);
        if (why) throw conflict(why);
      });
    },
  } satisfies Partial<Handlers>;
};

/** The console sends the id; a number that is not an id may still be a key. */
async function findByKeyOrId(queries: Queries, caller: Caller, keyOrId: string): Promise<Setting> {
  const readable = can(caller, 'settings.view') ? sql`true` : isPublic;
  const byId = /^\d{1,15}$/.test(keyOrId) ? [sql`id = ${Number(keyOrId)}`] : [];
  for (const isWanted of [...byId, sql`setting_key = ${keyOrId}`]) {
    const [setting] = await settingsWhere(queries, sql`${readable} and ${isWanted}`);
    if (setting) return setting;
  }
  throw notFound('Setting not found');
}

/**
 * Adds the setting that a server takes from its environment at the first start. An existing setting stays as it is.
 * Returns why the time zone could not be added; empty if it is there.
 */
export function addBusinessTimeZone(
  db: Db,
  timeZone: string,
  now: Date,
  findBlocker: (queries: Queries) => Promise<string>,
): Promise<string> {
  return db.tx(async (queries) => {
    await lockSetup(queries);
    const { key, type, description, is_public } = knownSettings.business_timezone;
    const stored = await settingValue(queries, key);
    if (stored !== undefined) return stored === timeZone ? '' : `the setting ${key} is ${stored}`;
    const why = timeZone === defaultTimeZone ? '' : await findBlocker(queries);
    if (why) return why;
    const after = { key, value: timeZone, type, description, is_public };
    const subjectId = await insertSetting(queries, after);
    const actor = { caller: null, requestId: 'BUSINESS_TIMEZONE', now };
    await audit(queries, actor, 'settings.create', 'settings', { subjectId, after });
    return '';
  });
}
