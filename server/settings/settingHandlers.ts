// Settings. Every signed-in user can read the public ones.

import type { Setting } from '../../src/contract/entities/settings.ts';
import { settingRules } from '../../src/contract/rules.ts';
import { validate } from '../../src/contract/validate.ts';
import type { Caller } from '../access/caller.ts';
import type { Queries } from '../db/db.ts';
import {
  allSettings,
  deleteSetting,
  findSetting,
  insertSetting,
  publicSettings,
  settingByKeyOrId,
  updateSetting,
  urlTypes,
} from './settingQueries.ts';
import { sql } from '../db/sql.ts';
import { isReservedKey, settingErrors } from './knownSettings.ts';
import { type Handlers, assertValid } from '../records/endpoint.ts';
import { notFound } from '../platform/domainErrors.ts';
import { updateRecord, createRecord, type RecordKind, deleteRecord } from '../records/recordActions.ts';

const settings: RecordKind<Setting> = {
  table: 'settings',
  rows: sql`settings`,
  noun: 'Setting',
  find: findSetting,
  taken: { key: 'A setting with this key already exists' },
};

export const settingHandlers = {
  'GET /settings': {
    allow: 'settings.view',
    async handle({ db }) {
      return { data: await allSettings(db) };
    },
  },

  'GET /settings/public': {
    allow: 'signedIn',
    async handle({ db }) {
      return { data: await publicSettings(db) };
    },
  },

  'GET /settings/url-types': {
    allow: 'signedIn',
    async handle({ db }) {
      return { data: [...(await urlTypes(db))] };
    },
  },

  'GET /settings/{keyOrId}': {
    allow: 'signedIn',
    async handle({ db, caller, params }) {
      return { data: await findByKeyOrId(db, caller, params.keyOrId) };
    },
  },

  'POST /settings': {
    allow: 'settings.create',
    reach: 'everyCompany',
    async handle(request) {
      const { body } = request;
      assertValid(validate(settingRules, body));
      const key = body.key.trim();
      assertValid(isReservedKey(key) ? { key: 'This key is reserved. Please choose another one' } : {});
      assertValid(settingErrors(key, body.type, body.value));
      return createRecord(request, settings, (queries) => insertSetting(queries, body));
    },
  },

  'PUT /settings/{keyOrId}': {
    allow: 'settings.edit',
    reach: 'everyCompany',
    async handle(request) {
      const { db, caller, params, body } = request;
      const { id, key, type } = await findByKeyOrId(db, caller, params.keyOrId);
      assertValid(validate(settingRules, { ...body, key, type }));
      assertValid(settingErrors(key, type, body.value));
      return updateRecord(request, settings, id, (queries) => updateSetting(queries, id, body));
    },
  },

  'DELETE /settings/{keyOrId}': {
    allow: 'settings.delete',
    reach: 'everyCompany',
    async handle(request) {
      const { db, caller, params } = request;
      const { id } = await findByKeyOrId(db, caller, params.keyOrId);
      return deleteRecord(request, settings, id, (queries) => deleteSetting(queries, id));
    },
  },
} satisfies Partial<Handlers>;

async function findByKeyOrId(queries: Queries, caller: Caller, keyOrId: string): Promise<Setting> {
  const setting = await settingByKeyOrId(queries, caller, keyOrId);
  if (!setting) throw notFound('Setting not found');
  return setting;
}
