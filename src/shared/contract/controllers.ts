// Access controllers, each of which stands at a door and sends the events of one company.

import type { Calls } from './call.ts';
import { absoluteUrl, atMost, longText, numeric, shortText, uniqueIn } from './checks.ts';
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
import { ifGiven, ifUnderstood, page, secret, version } from './decodeRecords.ts';
import { field, rulesOf, searchedTexts, textField } from './fields.ts';
import { controllersQuery } from './queries.ts';
import { required } from './validate.ts';

/** Editable fields of a controller. */
export const controllerFields = {
  name: textField('Name', { checks: [required('Name is required'), shortText], identifies: true }),
  unique_identifier: textField('Unique Identifier', {
    checks: [shortText, uniqueIn('everywhere')],
    identifies: true,
  }),
  device_id: textField('Device ID', { identifies: true }),
  webhook_url: textField('Webhook URL', { checks: [absoluteUrl, atMost(2_000)] }),
  webhook_secret: textField('Webhook Secret', { checks: [shortText, uniqueIn('everywhere')] }),
  location: textField('Location', { identifies: true }),
  description: textField('Description', { checks: [longText] }),
  is_active: field(flagOr(true), 'Active', { checks: [] }),
  // Not checked against a range: the ranges are only hints.
  latitude: field(maybe(number), 'Latitude', { checks: [numeric] }),
  longitude: field(maybe(number), 'Longitude', { checks: [numeric] }),
  crm_location_id: textField('CRM Location ID', { identifies: true }),
};

/** Leaves out the secret, which no answer ever contains. */
const { webhook_secret: _, ...answeredFields } = controllerFields;

export const accessController = object({
  id: integer,
  company_id: maybe(integer),
  company: maybe(object({ name: text })),
  ...answeredFields,
  /** Whether a webhook secret is set. */
  has_webhook_secret: optional(flag),
  /** Time of the last event it sent; empty if there was none. Beyond the specification. */
  last_event_at: ifGiven(text),
  version,
});
export type AccessController = Decoded<typeof accessController>;

export const controllerRules = { company_id: [required('Company is required')], ...rulesOf(controllerFields) };

const enteredTexts = searchedTexts(controllerFields);
export const textsOfController = (
  controller: Parameters<typeof enteredTexts>[0] & Pick<AccessController, 'company'>,
) => [...enteredTexts(controller), controller.company?.name ?? ''];

/** Body of a write. Missing fields count as empty; optional ones stay as they are. */
export const controllerBody = object({
  company_id: maybe(integer),
  ...controllerFields,
  unique_identifier: optional(text),
  webhook_secret: secret,
  is_active: optional(flag),
});

const controllerLists = ['GET /access-controllers'] as const;

const controllerSave = {
  body: controllerBody,
  rules: controllerRules,
  answer: ifUnderstood(accessController),
  failed: 'Failed to save access controller',
  touches: controllerLists,
} as const;

/** Viewing devices is enough, as each is shown at its door. */
const mayView = { needs: 'access_controllers.view', orNeeds: 'devices.view' } as const;

export const calls = {
  'GET /companies/{id}/access-controllers': { ...mayView, answer: list(accessController) },
  'GET /access-controllers': {
    ...mayView,
    query: controllersQuery,
    answer: page(accessController),
  },
  'GET /access-controllers/{id}': {
    ...mayView,
    answer: bareOrUnder('access_controller', accessController),
  },
  'POST /access-controllers': {
    ...controllerSave,
    needs: 'access_controllers.create',
    done: 'Access Controller created successfully',
  },
  'PUT /access-controllers/{id}': {
    ...controllerSave,
    needs: 'access_controllers.edit',
    editedRecord: accessController,
    done: 'Access Controller updated successfully',
  },
  'DELETE /access-controllers/{id}': {
    needs: 'access_controllers.delete',
    answer: nothing,
    done: 'Access Controller deleted successfully',
    failed: 'Failed to delete access controller',
    touches: controllerLists,
  },
} satisfies Calls;
