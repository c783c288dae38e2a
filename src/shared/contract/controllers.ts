// Access controllers: what stands at a door and sends the events of one company.

import type { Calls } from './call.ts';
import { absoluteUrl, atMost, longText, numeric, shortText } from './checks.ts';
import { ifGiven, ifUnderstood, page, version } from './decodeRecords.ts';
import {
  bareOrUnder,
  type Decoded,
  flag,
  flagOr,
  integer,
  list,
  maybe,
  nothing,
  number,
  object,
  optional,
  text,
} from './decode.ts';
import { controllersQuery } from './queries.ts';
import { required } from './validate.ts';

export const accessController = object({
  id: integer,
  company_id: maybe(integer),
  company: maybe(object({ name: text })),
  name: text,
  unique_identifier: text,
  device_id: text,
  webhook_url: text,
  /** Write-only on the reference server: reads only tell whether one is set. */
  webhook_secret: optional(text),
  has_webhook_secret: optional(flag),
  location: text,
  description: text,
  is_active: flagOr(true),
  latitude: maybe(number),
  longitude: maybe(number),
  crm_location_id: text,
  /** When it last sent an event; empty if it never did. Beyond the specification. */
  last_event_at: ifGiven(text),
  version,
});
export type AccessController = Decoded<typeof accessController>;

export const controllerRules = {
  company_id: [required('Company is required')],
  name: [required('Name is required'), shortText],
  unique_identifier: [shortText],
  device_id: [shortText],
  webhook_url: [absoluteUrl, atMost(2_000)],
  webhook_secret: [shortText],
  location: [shortText],
  description: [longText],
  // Not limited: the ranges are hints only.
  latitude: [numeric],
  longitude: [numeric],
  crm_location_id: [shortText],
};

const controllerBody = object({
  company_id: maybe(integer),
  name: text,
  unique_identifier: optional(text),
  device_id: text,
  webhook_url: text,
  webhook_secret: optional(text),
  location: text,
  description: text,
  is_active: optional(flag),
  latitude: maybe(number),
  longitude: maybe(number),
  crm_location_id: text,
});

const controllerLists = ['GET /access-controllers'] as const;

export const calls = {
  'GET /companies/{id}/access-controllers': {
    needs: 'access_controllers.view',
    answer: list(accessController),
  },
  'GET /access-controllers': {
    needs: 'access_controllers.view',
    query: controllersQuery,
    answer: page(accessController),
  },
  'GET /access-controllers/{id}': {
    needs: 'access_controllers.view',
    answer: bareOrUnder('access_controller', accessController),
  },
  'POST /access-controllers': {
    needs: 'access_controllers.create',
    body: controllerBody,
    answer: ifUnderstood(accessController),
    done: 'Access Controller created successfully',
    failed: 'Failed to save access controller',
    touches: controllerLists,
  },
  'PUT /access-controllers/{id}': {
    needs: 'access_controllers.edit',
    body: controllerBody,
    edits: accessController,
    answer: ifUnderstood(accessController),
    done: 'Access Controller updated successfully',
    failed: 'Failed to save access controller',
    touches: controllerLists,
  },
  'DELETE /access-controllers/{id}': {
    needs: 'access_controllers.delete',
    answer: nothing,
    done: 'Access Controller deleted successfully',
    failed: 'Failed to delete access controller',
    touches: controllerLists,
  },
} satisfies Calls;
