// Addresses in the audit for what a user did, or what happened to a record.

import type { WriteKey } from '../../../shared/contract/calls.ts';
import { addressOf } from '../../../shared/words/address.ts';
import type { AuditSubject } from '../../../shared/words/auditWords.ts';
import { paths } from '../../boot/paths.ts';
import type { RecordLink } from '../RecordLinks.tsx';

export interface Subject {
  readonly subject: AuditSubject;
  readonly id: number;
}

export const historyAddress = ({ subject, id }: { subject: string; id: number }): string =>
  addressOf(paths.audit, { subject, subject_id: id });

/** Link from a user's card to what they did. */
export const activityLink = (userId: number): RecordLink => ({
  label: 'Activity',
  icon: 'search',
  href: activityAddress(userId),
  reads: 'GET /audit',
});

export const activityAddress = (userId: number): string => addressOf(paths.audit, { user_id: userId });

const subjects: Readonly<Record<string, AuditSubject>> = {
  companies: 'companies',
  'company-urls': 'company_urls',
  'access-controllers': 'access_controllers',
  employees: 'employees',
  roles: 'roles',
  settings: 'settings',
  users: 'users',
};

/** 'company_urls' for 'PUT /company-urls/{id}'. Undefined for what has no history. */
export const auditSubjectOf = (edit: WriteKey): AuditSubject | undefined => subjects[edit.split('/')[1] ?? ''];
