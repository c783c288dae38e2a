// Labels each permission by what it lets people do, by topic. A new permission does not compile without its label.

import type { Permission } from '../../../shared/contract/permissions.ts';

interface TopicWords {
  title: string;
  /** The object of 'see', 'add', 'change' and 'delete'. */
  object: string;
  pronoun: 'it' | 'them';
  /** Completes 'nothing about'. */
  about: string;
}

const topic = (title: string, object: string, about = object, pronoun: 'it' | 'them' = 'them'): TopicWords => ({
  title,
  object,
  pronoun,
  about,
});

/** Topics, in the order in which they are shown. */
export const topics = {
  companies: topic('Companies', 'companies and their URLs', 'companies'),
  doors: topic('Doors and devices', 'access controllers', 'doors and devices'),
  employees: topic('Employees', 'employees'),
  attendance: topic('Attendance', 'attendance', 'attendance', 'it'),
  time: topic('Presence and timesheets', 'presence', 'presence and timesheets', 'it'),
  hr: topic('HR sync', 'the HR sync', 'HR sync', 'it'),
  settings: topic('Settings', 'settings'),
  users: topic('Users', 'users'),
  roles: topic('Roles', 'roles'),
  signIn: topic('Sign-in and API tokens', 'sign-in', 'sign-in and API tokens', 'it'),
  review: topic('Audit and privacy', 'the audit', 'audit and privacy', 'it'),
} as const satisfies Record<string, TopicWords>;
export type Topic = keyof typeof topics;

/** Without companies.all, which says where permissions apply, not what they allow. */
export type LabelledPermission = Exclude<Permission, 'companies.all'>;

interface PermissionLabel {
  topic: Topic;
  /** A verb, which takes the topic's object, or all the words that follow 'May'. */
  verb?: string;
  words?: string;
}

const verb = (of: Topic, word: string): PermissionLabel => ({ topic: of, verb: word });
const words = (of: Topic, all: string): PermissionLabel => ({ topic: of, words: all });

/** Labels of a topic are in the order of a sentence. */
export const permissionLabels: Readonly<Record<LabelledPermission, PermissionLabel>> = {
  'companies.view': verb('companies', 'see'),
  'companies.create': verb('companies', 'add'),
  'companies.edit': verb('companies', 'change'),
  'companies.delete': verb('companies', 'delete'),

  'access_controllers.view': verb('doors', 'see'),
  'access_controllers.create': verb('doors', 'add'),
  'access_controllers.edit': verb('doors', 'change'),
  'access_controllers.delete': verb('doors', 'delete'),
  'devices.view': words('doors', 'see devices and what they sent'),
  'devices.manage': words('doors', 'connect devices and set their rules'),

  'employees.view': verb('employees', 'see'),
  'employees.create': verb('employees', 'add'),
  'employees.edit': verb('employees', 'change'),
  'employees.delete': verb('employees', 'delete'),
  'employees.edit_id': words('employees', 'change employee IDs'),

  'attendance.view': verb('attendance', 'see'),
  'corrections.create': verb('attendance', 'correct'),
  'corrections.approve': words('attendance', 'approve corrections of others'),
  'attendance.process': words('attendance', 'mark records as processed'),

  'presence.view': words('time', 'see who is in'),
  'presence.roll_call': words('time', 'take roll calls'),
  'timesheets.view': words('time', 'see timesheets'),
  'timesheets.close': words('time', 'close and reopen months'),

  'hr_sync.view': verb('hr', 'see'),
  'hr_sync.configure': verb('hr', 'configure'),
  'hr_sync.run': words('hr', 'send attendance to HR systems'),

  'settings.view': verb('settings', 'see'),
  'settings.create': verb('settings', 'add'),
  'settings.edit': verb('settings', 'change'),
  'settings.delete': verb('settings', 'delete'),

  'users.view': verb('users', 'see'),
  'users.create': verb('users', 'add'),
  'users.edit': verb('users', 'change'),
  'users.delete': verb('users', 'delete'),

  'roles.view': verb('roles', 'see'),
  'roles.create': verb('roles', 'add'),
  'roles.edit': verb('roles', 'change'),
  'roles.delete': verb('roles', 'delete'),

  'sign_in.manage': words('signIn', 'manage how others sign in'),
  'api_tokens.create': words('signIn', 'create API tokens of their own'),
  'api_tokens.manage': words('signIn', 'see and revoke the API tokens of others'),

  'audit.view': words('review', 'see who did what'),
  'privacy.view': words('review', 'see what is stored of people'),
  'privacy.manage': words('review', 'hold and erase personal data'),
};
