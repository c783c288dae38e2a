// The caller's own saved views.

import { type SavedView, viewRules } from '../../../src/shared/contract/views.ts';
import { validate } from '../../../src/shared/contract/validate.ts';
import { audit } from '../../platform/audit/auditLog.ts';
import { conflict, notFound } from '../../platform/records/domainErrors.ts';
import { assertValid, type Handlers } from '../../platform/records/endpoint.ts';
import { createRecord, deleteRecord, type RecordKind, updateRecord } from '../../platform/records/recordActions.ts';
import { deleteView, findView, insertView, listViews, lockViews, placeViews, updateView } from './viewQueries.ts';

const maxViews = 100;

const views: RecordKind<SavedView> = {
  table: 'saved_views',
  noun: 'View',
  find: findView,
};

export const viewHandlers = {
  'GET /views': {
    allow: 'signedIn',
    async handle({ db, caller }) {
      return { data: await listViews(db, caller) };
    },
  },

  'POST /views': {
    allow: 'signedIn',
    async handle(request) {
      const { caller } = request;
      const fields = { ...request.body, name: request.body.name.trim() };
      assertValid(validate(viewRules, fields));
      return createRecord(request, views, async (queries) => {
        await lockViews(queries, caller);
        const { length } = await listViews(queries, caller);
        if (length >= maxViews) throw conflict(`You can save up to ${maxViews} views. Please delete one first`);
        return insertView(queries, caller, fields);
      });
    },
  },

  'PUT /views/{id}': {
    allow: 'signedIn',
    async handle(request) {
      const { params, body } = request;
      return updateRecord(request, views, params.id, async (queries, before) => {
        const fields = { ...before, name: body.name?.trim() ?? before.name, query: body.query ?? before.query };
        assertValid(validate(viewRules, fields));
        await updateView(queries, params.id, fields);
      });
    },
  },

  'DELETE /views/{id}': {
    allow: 'signedIn',
    async handle(request) {
      const { params } = request;
      return deleteRecord(request, views, params.id, (queries) => deleteView(queries, params.id));
    },
  },

  'PUT /views/order': {
    allow: 'signedIn',
    async handle({ db, caller, body, now, requestId }) {
      const named = [...new Set(body.ids)];
      const data = await db.tx(async (queries) => {
        await lockViews(queries, caller);
        const before = (await listViews(queries, caller)).map(({ id }) => id);
        if (named.some((id) => !before.includes(id))) throw notFound('View not found');
        const others = before.filter((id) => !named.includes(id));
        const after = [...named, ...others];
        await placeViews(queries, caller, after);
        await audit(queries, {
          caller,
          requestId,
          now,
          action: 'saved_views.sort',
          subject: 'saved_views',
          before: { ids: before },
          after: { ids: after },
        });
        return listViews(queries, caller);
      });
      return { data };
    },
  },
} satisfies Partial<Handlers>;
