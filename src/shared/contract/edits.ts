// The calls that edit a record, each with the record as it is read. Where a server announces 'versions', such a record
// has a version, and an edit that names the version it began with is refused once the record has another one.

import { type Decoded, type Decoder, isObject, list, object, refuse, text, within } from './decode.ts';
import { accessController, company, companyUrl, employee } from './entities/companies.ts';
import { storedDayRules } from './entities/day.ts';
import { storedDeviceRules } from './entities/devices.ts';
import { scheduleSlot, storedHrSyncConfig } from './entities/hr.ts';
import { hrConnection } from './entities/hrConnections.ts';
import { listedUser } from './entities/invitations.ts';
import { role } from './entities/people.ts';
import { setting } from './entities/settings.ts';

export const editedRecords = {
  'PUT /companies/{id}': company,
  'PUT /company-urls/{id}': companyUrl,
  'PUT /access-controllers/{id}': accessController,
  'PUT /employees/{id}': employee,
  'PUT /settings/{keyOrId}': setting,
  'PUT /roles/{id}': role,
  'PUT /users/{id}': listedUser,
  'PUT /hr-sync/schedule/{slot}': scheduleSlot,
  'PUT /hr-sync/schedule/{slot}/toggle': scheduleSlot,
  'PUT /companies/{id}/hr-sync/config': storedHrSyncConfig,
  'PUT /companies/{id}/hr-connection': hrConnection,
  'PUT /companies/{id}/day-rules': storedDayRules,
  'PUT /access-controllers/{id}/device': storedDeviceRules,
};

export type EditKey = keyof typeof editedRecords;
export type EditedRecord<K extends EditKey> = Decoded<(typeof editedRecords)[K]>;

const decoders: { [K in EditKey]: Decoder<EditedRecord<K>> } = editedRecords;

export const secretField = 'secret';

/** Somebody's edit of a record. */
const earlierEdit = object({
  at: text,
  /** Empty if it is not known any more. */
  who: text,
  /** As the call names them; `secretField` for one whose value nobody may read. */
  fields: list(text),
});
export type EarlierEdit = Decoded<typeof earlierEdit>;

/** The data of the refusal of an outdated edit: the record as it is now, and who changed it since, newest first. */
export interface OutdatedEdit<R> {
  readonly record: R;
  readonly edits: readonly EarlierEdit[];
}

export function outdatedEdit<K extends EditKey>(key: K): Decoder<OutdatedEdit<EditedRecord<K>>> {
  const record = decoders[key];
  return (value) =>
    isObject(value)
      ? { record: within('record', record, value.record), edits: within('edits', list(earlierEdit), value.edits) }
      : refuse('an object');
}
