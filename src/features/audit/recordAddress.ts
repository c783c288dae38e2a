// Where the record of an entry is shown today, if there is such a place.

import { paths } from '../../platform/boot/paths.ts';
import type { AuditEntry } from '../../shared/contract/audit.ts';
import { addressOf } from '../../shared/words/address.ts';
import { connectionAddress } from '../hr/connectionAddress.ts';

type Named = Pick<AuditEntry, 'subject' | 'subject_id' | 'subject_name' | 'action'>;

const byName: Readonly<Record<string, string>> = {
  companies: paths.companies,
  day_rules: paths.companies,
  access_controllers: paths.accessControllers,
  employees: paths.employees,
  roles: paths.roles,
  users: paths.users,
  settings: paths.settings,
};

export function recordAddress({ subject, subject_id: id, subject_name: name, action }: Named): string | undefined {
  if (action.endsWith('.delete') || id === null) return undefined;
  if (subject === 'device_rules') return addressOf(paths.devices, { controller: id });
  if (subject === 'hr_connections' || subject === 'hr_sync_configs') return connectionAddress(id);
  const path = byName[subject];
  return path !== undefined && name !== '' ? addressOf(path, { q: name }) : undefined;
}
