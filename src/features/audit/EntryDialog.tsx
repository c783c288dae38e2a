// Shows one entry in full.

import { Link } from 'wouter';
import { paths } from '../../platform/boot/paths.ts';
import { useResource } from '../../platform/hooks/useResource.ts';
import { activityAddress, historyAddress } from '../../platform/records/history/auditAddress.ts';
import { Changes } from '../../platform/records/history/Changes.tsx';
import { actorName, addressInWords, sentenceOf } from '../../platform/records/history/entryWords.ts';
import { companyAddress, doorAddress, personAddress } from '../../platform/records/recordLinkTo.ts';
import { CopiedCode } from '../../platform/ui/CopyButton.tsx';
import { Facts } from '../../platform/ui/data/CardGrid.tsx';
import { ResourceView } from '../../platform/ui/data/ResourceView.tsx';
import { Dialog } from '../../platform/ui/overlays/Dialog.tsx';
import type { AuditEntry } from '../../shared/contract/audit.ts';
import { addressOf } from '../../shared/words/address.ts';
import { formatTime } from '../../shared/words/time.ts';
import { connectionAddress } from '../hr/hrAddresses.ts';
import * as layout from '../../platform/ui/layout/layout.module.css';
import * as s from './EntryDialog.module.css';

export default function EntryDialog({ id, onClose }: { id: number; onClose(): void }) {
  const entry = useResource('GET /audit/{id}', { id });
  return (
    <Dialog title={`Entry ${id}`} size="wideSide" onClose={onClose}>
      <ResourceView resource={entry} loading="Loading entry…" lines={8}>
        {(data) => <Entry entry={data} />}
      </ResourceView>
    </Dialog>
  );
}

function Entry({ entry }: { entry: AuditEntry }) {
  const { at, user_id, user_email, address, subject, subject_id, request_id, hash, previous_hash } = entry;
  const links = [
    { href: recordAddress(entry), label: 'Show the record' },
    { href: subject_id !== null && historyAddress({ subject, id: subject_id }), label: 'Its history' },
    { href: user_id !== null && activityAddress(user_id), label: `Everything that ${actorName(entry)} did` },
  ];
  return (
    <div className={`${layout.stack4} ${s.entry}`}>
      <p className={s.sentence}>{sentenceOf(entry)}</p>
      <Changes before={entry.before} after={entry.after} />
      <Facts
        items={[
          { label: 'Time', value: formatTime(at) },
          { label: 'In UTC', value: at.replace('T', ' ').replace('Z', '') },
          { label: 'Who', value: actorName(entry) || 'Someone not signed in' },
          { label: 'E-mail', value: user_email ?? 'Erased' },
          { label: 'From', value: addressInWords(address) },
          { label: 'API token', value: entry.api_token ?? 'Erased' },
          { label: 'Action', value: entry.action },
          { label: 'Request ID', value: request_id && <CopiedCode name="Request ID" text={request_id} /> },
          { label: 'Hash', value: <CopiedCode name="Hash" text={hash} /> },
          { label: 'Hash before', value: previous_hash && <CopiedCode name="Hash before" text={previous_hash} /> },
        ]}
      />
      <ul className={`${layout.stack1} ${layout.list}`}>
        {links.map(
          ({ href, label }) =>
            href && (
              <li key={label}>
                <Link href={href}>{label}</Link>
              </li>
            ),
        )}
      </ul>
    </div>
  );
}

type PlacedEntry = Pick<AuditEntry, 'subject' | 'subject_id' | 'subject_name' | 'action'>;

/** Addresses of the records' pages, by the subject of the entry. */
const pages: Readonly<Record<string, (id: number) => string>> = {
  companies: companyAddress,
  day_rules: (id) => companyAddress(id, 'day-rules'),
  digests: companyAddress,
  free_days: (id) => companyAddress(id, 'day-rules'),
  payroll: (id) => companyAddress(id, 'months'),
  hr_connections: connectionAddress,
  hr_sync_configs: connectionAddress,
  access_controllers: doorAddress,
  device_rules: (id) => doorAddress(id, 'rules'),
  employees: personAddress,
};

/** Lists that find a record by its name, where it has no page. */
const lists: Readonly<Record<string, string>> = { roles: paths.roles, users: paths.users, settings: paths.settings };

/** Returns where the entry's record is today, if anywhere. */
function recordAddress({ subject, subject_id: id, subject_name: name, action }: PlacedEntry): string | undefined {
  if (action.endsWith('.delete') || id === null) return undefined;
  const list = lists[subject];
  return list !== undefined && name !== '' ? addressOf(list, { q: name }) : pages[subject]?.(id);
}
