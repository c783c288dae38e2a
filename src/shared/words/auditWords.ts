// Words for everything that the audit records. {who} is the person, {name} the record, {of} ' of' and the record if it
// has a name; {records}, {corrections} and {people} include their number, if it is known. The server can only write
// what has words here: a new action needs a row in `actionTemplates`, and a new table one in `auditedRecords` or
// `otherSubjects`.

import { plural } from './plural.ts';

/** Records that people create, edit and delete, by table. */
const auditedRecords = {
  companies: 'company',
  company_urls: 'URL',
  access_controllers: 'access controller',
  employees: 'employee',
  employee_codes: 'code',
  week_patterns: 'week pattern',
  leaves: 'leave',
  balances: 'balance',
  users: 'user',
  roles: 'role',
  settings: 'setting',
  saved_views: 'saved view',
  closed_months: 'closed month',
  roll_calls: 'roll call',
  api_tokens: 'API token',
  legal_holds: 'legal hold',
} as const;

/** Other subjects of entries. */
const otherSubjects = {
  sessions: 'session',
  single_sign_on: 'single sign-on',
  attendance: 'attendance',
  corrections: 'correction',
  day_rules: 'day rules',
  free_days: 'free days',
  digests: 'digest',
  payroll: 'payroll file',
  device_rules: 'device rules',
  devices: 'device',
  device_commands: 'device command',
  hr_connections: 'HR connection',
  hr_sync_configs: 'HR sync configuration',
  hr_sync_slots: 'HR sync schedule',
  retention_rules: 'retention rules',
} as const;

const verbs = { create: 'added', edit: 'changed', delete: 'deleted' } as const;

const actionTemplates = {
  'auth.login': '{who} signed in',
  'auth.logout': '{who} signed out',
  'auth.login_failed': '{name} failed to sign in',
  'auth.second_factor_failed': '{name} failed to prove a second factor',
  'auth.confirm': '{who} confirmed who they are',
  'auth.add_authenticator_app': '{who} added an authenticator app',
  'auth.remove_authenticator_app': '{who} removed an authenticator app',
  'auth.add_passkey': '{who} added a passkey',
  'auth.rename_passkey': '{who} renamed a passkey',
  'auth.remove_passkey': '{who} removed a passkey',
  'auth.new_recovery_codes': '{who} made new recovery codes',
  'auth.accept_invitation': '{who} accepted the invitation',
  'auth.new_place': '{who} signed in from somewhere new',
  'auth.single_sign_on_failed': '{name} failed to sign in by single sign-on',
  'auth.change_password': '{who} changed their password',
  'auth.forgot_password': '{name} asked to reset their password',
  'auth.reset_password': '{name} reset their password',
  'users.create_first': '{who} created the first administrator {name}',
  'users.replace_administrator': '{who} made {name} an administrator, as there was none left',
  'users.set_password': '{who} set the password of {name}',
  'users.reset_password': '{who} reset the password of {name}',
  'users.reset_second_factor': '{who} reset the second factor of {name}',
  'users.invite': '{who} invited {name}',
  'users.end_invitation': '{who} withdrew the invitation of {name}',
  'users.link': '{name} was linked to single sign-on',
  'users.map_roles': '{name} got their roles by single sign-on',
  'sessions.end': '{who} ended a session of {name}',
  'sessions.end_all': '{who} ended all sessions of {name}',
  'sessions.end_others': '{who} ended their other sessions',
  'privacy.report': '{who} read the report of {name}',
  'privacy.erase': '{who} erased {name}',
  'privacy.refuse_erasure': '{who} was refused to erase {name}',
  'privacy.retention': '{who} removed what the retention rules no longer keep',
  'retention_rules.edit': '{who} changed the retention rules',
  'single_sign_on.test': '{who} tested single sign-on',
  'single_sign_on.open_passwords': '{who} opened sign-in by password again',
  'single_sign_on.update': '{who} changed single sign-on',
  'api_tokens.revoke': '{who} revoked the API token {name}',
  'saved_views.sort': '{who} sorted their saved views',
  'company_urls.check_health': '{who} checked the URL {name}',
  'employees.name_events': 'Events so far were given to {name}',
  'employees.unname_events': 'Events so far were taken from {name}',
  'attendance.process': '{who} marked {records} as processed',
  'attendance.sign_export': '{who} exported {records}, signed by the server',
  'closed_months.create': '{who} closed the month {name}',
  'closed_months.edit': '{who} reopened the month {name}',
  'closed_months.late_events': 'The closed month {name} got events that came late',
  'corrections.create': '{who} corrected attendance{of}',
  'corrections.approve': '{who} approved {corrections}{of}',
  'corrections.refuse': '{who} refused {corrections}{of}',
  'roll_calls.create': '{who} started the roll call {name}',
  'roll_calls.edit': '{who} ended the roll call {name}',
  'roll_calls.tick': '{who} ticked {people} of the roll call {name}',
  'digests.edit': '{who} changed the digest of {name}',
  'digests.choose': '{who} changed whether they get digests',
  'payroll.edit': '{who} changed the payroll file of {name}',
  'payroll.file': '{who} made the payroll file of {name}',
  'payroll.mail': 'The payroll file of {name} was mailed',
  'day_rules.edit': '{who} changed the day rules of {name}',
  'free_days.edit': '{who} changed the free days of {name}',
  'week_patterns.create': '{who} added a week pattern{of}',
  'week_patterns.delete': '{who} deleted a week pattern{of}',
  'leaves.create': '{who} added leave{of}',
  'leaves.delete': '{who} deleted leave{of}',
  'balances.create': '{who} carried the balance{of} forward',
  'balances.delete': '{who} deleted a balance{of} that was carried forward',
  'device_rules.edit': '{who} changed the device rules of {name}',
  'device_rules.pairing': '{who} began to connect a device to {name}',
  'devices.approve': '{who} approved the device {name}',
  'devices.refuse': '{who} was refused the device of {name}',
  'devices.search_refused': '{who} looked for too many serial numbers of devices',
  'devices.disconnect': '{who} disconnected the device of {name}',
  'devices.delete': '{who} forgot the device {name}',
  'devices.reinterpret': '{who} had the events of {name} read again',
  'devices.file': '{who} uploaded punches of {name} from a file',
  'device_commands.create': '{who} sent a command to a device',
  'hr_connection.edit': '{who} changed the HR connection of {name}',
  'hr_connection.test': '{who} tested the HR connection of {name}',
  'hr_people.read': '{who} read the people of the HR system of {name}',
  'hr_leave.read': '{who} read leave from the HR system of {name}',
  'hr_matches.edit': '{who} matched people of the HR system of {name}',
  'hr_sync.configure': '{who} changed the HR sync configuration of {name}',
  'hr_sync.reset': '{who} reset the HR sync configuration of {name}',
  'hr_sync.run': '{who} synced {name} with its HR system',
  'hr_sync.retry': '{who} had {records}{of} sent to HR again',
  'hr_sync.cancel': '{who} cancelled the HR sync of {name}',
  'hr_sync.lift': '{who} changed what automatic attendance of {name} waits for',
  'hr_sync.schedule': '{who} changed the schedule of the HR sync',
} as const;

export const auditSubjects = { ...auditedRecords, ...otherSubjects } as const;

export type AuditedRecord = keyof typeof auditedRecords;
export type AuditSubject = keyof typeof auditSubjects;
export type AuditAction = keyof typeof actionTemplates | `${AuditedRecord}.${keyof typeof verbs}`;

const templates: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    Object.entries(auditedRecords).flatMap(([table, noun]) =>
      Object.entries(verbs).map(([verb, did]) => [`${table}.${verb}`, `{who} ${did} the ${noun} {name}`]),
    ),
  ),
  ...actionTemplates,
};

export const auditActions: readonly string[] = Object.keys(templates);

const subjectNames: Readonly<Record<string, string>> = auditSubjects;

/** 'HR connection'. A subject from a later version keeps its technical name. */
export const subjectName = (subject: string): string => subjectNames[subject] ?? subject.replaceAll('_', ' ');

/** Words for an unknown number. */
const uncounted: Readonly<Record<string, string>> = {
  records: 'records',
  corrections: 'the correction',
  people: 'people',
};

const counted = (count: number): Readonly<Record<string, string>> => ({
  records: plural(count, 'record'),
  corrections: count === 1 ? 'the correction' : plural(count, 'correction'),
  people: count === 1 ? '1 person' : `${count} people`,
});

/** 'Changed the role' */
export function actionInWords(action: string): string {
  const words =
    templates[action]
      ?.replace(/^\{\w+\} /, '')
      .replace(/ ?\{(\w+)\}/g, (_, word: string) => (uncounted[word] ? ` ${uncounted[word]}` : '')) ?? action;
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

interface DescribedEntry {
  readonly action: string;
  readonly subject: string;
  /** '' for an unknown person. */
  readonly who: string;
  /** Name of the record; '' if unknown. */
  readonly name: string;
  /** Number of records, corrections or people it is about. */
  readonly count?: number | undefined;
}

/** 'Ada Lovelace changed the role Manager' */
export function describeAuditEntry({ action, subject, who, name, count }: DescribedEntry): string {
  const template = templates[action] ?? `{who} did ${action}: ${subjectName(subject)} {name}`;
  const words: Readonly<Record<string, string>> = {
    who,
    name,
    of: name && ` of ${name}`,
    ...(count === undefined ? uncounted : counted(count)),
  };
  const sentence = template.replace(/\{(\w+)\}/g, (_, word: string) => words[word] ?? '').trim();
  const actor = /^\{(\w+)\}/.exec(template)?.[1] ?? '';
  return words[actor] === '' ? `Somebody ${sentence}` : sentence;
}
