// The words of the OpenAPI document that the contract's decoders, rules and rights do not provide: how a server
// behaves, what each call of the specification does, and what fields hold.

import { announcedAs, type Schema } from '../../src/shared/contract/schema.ts';

export const introduction = `\
Every call between the Rollcall console and its server, written from the contract that both compile.

**The smallest target.** A server need only have the calls with \`x-specification: true\`; \`openapi-specification.json\`,
beside this document in the release, has only these, without the fields of features. A server announces others, by their
\`x-feature\`, in the \`features\` of the user whom \`POST /auth/login\` and \`GET /auth/user\` answer; the console never
makes a call that was not announced, and docs/backends.md says what each feature is. Fields that are not \`required\` may
be missing. Examples are real answers of the reference server, which has every feature, with lists cut to their first rows.

**The proof.** \`node conformance.mjs\`, beside this document in the release, checks a server against it. It checks all of it
with \`--write\`, an account that sees some of the companies (\`--limited-email\`, \`--limited-password\`) and, for a console
on another origin, \`--origin\`. Without them it skips those checks, and "Conforms" is about the others.

**Answers** are JSON: \`{ "success": true, "data": …, "message": "" }\`, and \`message\` is shown to people. 200 and 201 are
equally good. A refusal has \`success: false\`, \`data: null\` and a \`message\`, also for a path that does not exist (404), a
method that the path does not have (405, or 404) and a body that is not JSON (400, or 422). Where several refusals are
right, the first of these counts: 404 of a path, 401, 403, and then 404 of a record or 422, in either order.

**Another origin.** A console that is not on the API's own origin needs
\`Access-Control-Allow-Origin: https://console.example\`, its origin, in every answer, also in 401, 422 and 500. Browsers ask
first: \`OPTIONS\` of any path is answered with 204, before any token is checked, and with
\`Access-Control-Allow-Methods: GET, POST, PUT, DELETE\` and \`Access-Control-Allow-Headers: Authorization, Content-Type\`
(\`*\` does not include Authorization). There are no cookies.

**Bodies** are checked on the server: what a schema asks for and is not so is 422, with the field in \`errors\`; so is a value
of an \`x-unique\` field that another record has, everywhere or within its company, and an id that names nothing, for which
404 is good, too. Deleted records hold no value. Text of blanks only is empty; a server may trim other text.
A change (PUT) replaces the record: a text that it leaves out, and a number that is null or left out, becomes empty, and a
field with a \`default\` gets it. Another flag, a \`writeOnly\` field, \`unique_identifier\` and the \`employee_id\` of an
employee stay if they are left out, and such a text also if it is empty. A flag that is left out of a new record is false, but
\`is_active\` is true. \`null\` is as if left out. Other fields are ignored.

**Lost answers.** The console gives each write on its own origin an \`Idempotency-Key\`, which a server may ignore. The
reference server does a write once that comes again with its key, and answers it for five minutes like the first time.

**Signing in.** \`POST /auth/login\` answers a token, and every other call sends it as \`Authorization: Bearer …\`;
without one that is valid, calls answer 401. A wrong password is 401 or 422.

**Permissions.** Give each role of the user with its permissions. The console knows four by name: \`roles.view\`,
\`users.view\` and \`settings.view\`, of which an administrator needs one, and \`employees.edit_id\`. The names in
\`x-permission\` are the reference server's; another may have its own. Either way it checks every call: 403. Nobody may gain
rights by the calls for users and roles: who lacks a permission can neither put it into a role, nor assign a role that has it,
nor change, delete or give a password to a user who has it (403).

**Lists** have pages from 1: \`?page=2&per_page=100\`. \`total\` counts all records of the list and \`last_page\` the
pages, at least 1; no record is on two pages, the order stays the same, and a page beyond the last is empty. The size of a
page is the server's choice where \`per_page\` is not given, and it may give fewer than were asked for; \`GET /attendance\`
takes pages of 100 for exports. Filters narrow rows and totals alike: ids are those of records, also in \`employee_id\`, and
times count by their own day. An id that names nothing finds nothing. Booleans are \`true\` or \`false\`, or 1 or 0. A value
that is none, page 0, and an end before the start are 422.

**Time.** Timestamps are ISO 8601 with their zone, such as \`2026-11-21T08:59:12+05:30\`. Those of attendance all have an
offset, or all end in Z. \`start_date\` and \`end_date\` are days, and both are included: each company's own, where they have
several time zones. Today is the server's own: a day of its business.

**Companies.** Whoever is assigned to some companies gets the records of these only: in rows, totals, figures and by
id, and 404 for the others. Who sees every company is the server's own rule; a user without a role sees none. On the reference
server it is the permission \`companies.all\`, and an empty \`companies\` of a user means none. A caller who sees some
companies sees themselves and the users who share one with them, and of these users only the companies that they see; they
assign only these, at least one (422), and cannot change a user who has others (403). A company that they create is theirs.

**Attendance** comes from the doors, and how is the server's own: no call of the specification adds a record. On the
reference server, gateways send events that are signed with the controller's \`webhook_secret\`, as docs/events.md says.

**Secrets** are \`writeOnly\`: no answer has them. A server may say whether one is set, as \`has_webhook_secret\` does.`;

/** A sentence for each call of the specification and each read, and what else its reader needs. */
export const callWords: Readonly<Record<string, readonly [summary: string, ...more: string[]]>> = {
  'POST /auth/login': ['Answers a new token and its user.'],
  'POST /auth/logout': ['Ends the session of the token, which is 401 from then on.'],
  'GET /auth/user': ['Answers the user of the token, with roles and permissions.'],
  'POST /auth/change-password': [
    "Changes the caller's own password, and ends all their other sessions.",
    'A wrong current password is 422, at `current_password`: 401 would say that the session has ended.',
  ],
  'POST /auth/forgot-password': [
    'Mails a link with which its reader can choose a new password.',
    'It succeeds for an unknown e-mail as well, so that nobody learns which are known. The link leads to the console:',
    '`/forgot-password#token=…&email=…`.',
  ],
  'POST /auth/reset-password': [
    'Sets a new password with the token of a mailed link, and ends all sessions of the user.',
    'A token that is unknown, used or too old is 422, at `token`.',
  ],
  'GET /companies': ['Answers a page of companies, with their URLs.'],
  'GET /companies/all': ['Answers all companies that the caller sees, as one list, for selects.'],
  'GET /companies/{id}': ['Answers one company, with its employees for those who may view employees.'],
  'POST /companies': ['Adds a company. The server gives it a unique identifier.'],
  'PUT /companies/{id}': ['Replaces what is entered about a company.'],
  'DELETE /companies/{id}': [
    'Deletes a company with its URLs, employees and access controllers.',
    'Attendance stays, as history. A server may refuse it while there are any, with 409.',
  ],
  'GET /companies/{id}/access-controllers': ['Answers all access controllers of a company.'],
  'GET /companies/{id}/employees': ['Answers all employees of a company.'],
  'GET /companies/{id}/urls': ['Answers all URLs of a company.'],
  'POST /companies/{id}/urls': [
    'Adds a URL to a company.',
    '`url_type` is any text; the console offers those of `GET /settings/url-types`. The HR sync sends to the oldest active',
    'URL of the type `hr_system`.',
  ],
  'PUT /company-urls/{id}': ['Replaces a URL. The health of another address is unknown.'],
  'DELETE /company-urls/{id}': ['Deletes a URL.'],
  'POST /company-urls/{id}/check-health': [
    'Requests the URL from the server, and stores and answers whether it is online.',
    'Online is what answers with less than 400, or with 401, 403 or 405; otherwise it is offline, and `health_error` says',
    'why. A server should refuse to request addresses of its own network.',
  ],
  'GET /company-urls/health-statistics': ['Counts the URLs of the companies that the caller sees, by their health.'],
  'GET /access-controllers': ['Answers a page of access controllers.'],
  'GET /access-controllers/{id}': ['Answers one access controller.'],
  'POST /access-controllers': ['Adds an access controller. Without a `unique_identifier`, the server gives it one.'],
  'PUT /access-controllers/{id}': ['Replaces what is entered about an access controller.'],
  'DELETE /access-controllers/{id}': ['Deletes an access controller. Its attendance stays.'],
  'GET /attendance': ['Answers a page of attendance, the newest first.'],
  'GET /attendance/{id}': ['Answers one attendance record.'],
  'POST /attendance/mark-processed': [
    'Marks attendance as processed, and answers how many records were not so before.',
    'If one of them does not exist or is out of sight, none is marked: 404, or 422.',
  ],
  'GET /attendance/statistics': [
    'Counts attendance of a period, in all and by days.',
    '`days` has each day of the period, also with 0; without dates, the last 14. `last_24_hours` heeds `company_id` and no',
    'date, and is null if the server does not count it.',
  ],
  'GET /employees': ['Answers a page of employees.'],
  'GET /employees/{id}': ['Answers one employee.'],
  'POST /employees': ['Adds an employee to a company. It needs no permission for the ID.'],
  'PUT /employees/{id}': [
    'Replaces what is entered about an employee, who stays in the company.',
    'Another `employee_id` needs the permission `employees.edit_id` (403); left out or empty, it stays.',
  ],
  'DELETE /employees/{id}': ['Deletes an employee. Their attendance stays.'],
  'GET /settings': ['Answers all settings.'],
  'GET /settings/public': ['Answers the public settings.'],
  'GET /settings/url-types': ['Answers the types of URLs that the console offers.'],
  'GET /settings/{keyOrId}': [
    'Answers one setting.',
    'One that is not public is 404 without the permission `settings.view`. An id comes before a key of digits.',
  ],
  'POST /settings': [
    'Adds a setting.',
    'The value must be of the type: a number, `true`, `false`, `1` or `0`, or JSON (422). The console knows no key, unless',
    'the server announces `known_settings`. `public`, `url-types` and keys of digits would hide behind other paths: 422.',
  ],
  'PUT /settings/{keyOrId}': [
    'Changes a setting, whose key and type stay, as do all fields that are left out.',
    'The value must be of the type (422).',
  ],
  'DELETE /settings/{keyOrId}': ['Deletes a setting.'],
  'GET /roles': ['Answers a page of roles, with their permissions.'],
  'GET /roles/{id}': ['Answers one role.'],
  'POST /roles': ['Adds a role with these permissions.'],
  'PUT /roles/{id}': ['Replaces a role and its permissions. A system role is 403, and so is one that the caller has.'],
  'DELETE /roles/{id}': ['Deletes a role. One that users have is 409, a system role 403.'],
  'GET /permissions': ['Answers all permissions that a role can have.'],
  'GET /permissions/by-module': ['Answers all permissions that a role can have, by their module.'],
  'GET /users': ['Answers a page of the users that the caller sees.'],
  'GET /users/{id}': ['Answers one user.'],
  'POST /users': ['Adds a user, with a password, roles and companies.'],
  'PUT /users/{id}': [
    'Replaces a user, their roles and companies; a new password ends all their sessions.',
    'Nobody changes their own roles (403), or their own password here (422). Who would be the last administrator to lose',
    'that role keeps it: 409.',
  ],
  'DELETE /users/{id}': ['Deletes a user. Oneself and the last administrator are 409.'],
  'GET /users/permissions': ["Answers the names of the caller's own permissions."],
  'POST /users/{id}/assign-companies': ['Replaces the companies of a user.'],
  'GET /users/{id}/companies': ['Answers the companies of a user.'],
  'POST /hr-sync/companies/{id}': [
    "Sends a company's records of a day to its HR system, and answers when it is done.",
    'Without a date it is today; a day to come is 422. A company without an HR system is 409.',
  ],
  'POST /hr-sync/all': [
    'Sends the records of a day of all companies with an HR system that the caller sees, and answers when it is done.',
    'Without a date it is today; a day to come is 422. Without any HR system, it succeeds with 0.',
  ],
  'GET /hr-sync/companies/{id}/status': [
    'Answers whether a company has an HR system, and how many records of today.',
    '`hr_url` is the oldest active URL of the type `hr_system`.',
  ],
  'GET /hr-sync/schedule/status': [
    'Answers the slots at which the HR sync runs, and when it runs next.',
    "The names of slots are the server's. `current_slot` is the one that is due now, `next_sync` a timestamp; both are",
    'empty if there is none. `time` is HH:MM, on the clock of the business.',
  ],
  'PUT /hr-sync/schedule/{slot}': ['Changes the time of a slot, and whether it is enabled. An unknown slot is 404.'],
  'PUT /hr-sync/schedule/{slot}/toggle': ['Enables or disables a slot.'],
  'GET /companies/{id}/hr-sync/config': ["Answers the HR sync's configuration of a company."],
  'PUT /companies/{id}/hr-sync/config': ["Replaces the HR sync's configuration of a company."],
  'POST /companies/{id}/hr-sync/config/reset': ['Replaces the configuration by the defaults; a secret stays.'],
  'GET /companies/{id}/hr-sync/status': [
    "Counts a company's records of today and yesterday, by whether they were sent.",
  ],
  'POST /companies/{id}/hr-sync/test': [
    'Answers what a sync of a day would send. It sends only where `dry_run` is false, for those who may run the HR sync.',
  ],
  'POST /hr-sync/companies/{id}/retry': ['Sends what the HR system has refused once more: of a day, or of all days.'],
  // Beyond the specification. Other writes are described by the messages that they answer.
  'POST /auth/passkey/begin': ['Answers what a browser needs to ask for a passkey, to sign in with it.'],
  'GET /auth/second-factors': ["Answers the caller's own second factors, and whether one is demanded of them."],
  'POST /auth/confirm': ['Answers a proof that it is the caller, by their password, or demands a second factor first.'],
  'POST /auth/confirm/second-factor': ['Answers a proof that it is the caller, by a second factor.'],
  'POST /auth/authenticator-app/begin': ['Answers a new key for an authenticator app, which a code then proves.'],
  'POST /auth/passkeys/begin': ['Answers what a browser needs to make a passkey.'],
  'POST /auth/invitation': ['Answers who is invited by a mailed link, by whom and until when.'],
  'GET /users/{id}/second-factors': ['Answers the second factors of a user.'],
  'GET /sessions': ["Answers the caller's own sessions."],
  'GET /users/{id}/sessions': ['Answers the sessions of a user.'],
  'GET /single-sign-on': ['Answers the settings of single sign-on, and the provider.'],
  'GET /api-tokens': ["Answers the caller's own API tokens, without the tokens themselves."],
  'GET /api-tokens/choices': ['Answers which permissions and companies the caller can give to an API token.'],
  'GET /user-api-tokens': ['Answers a page of the API tokens of all users whom the caller sees.'],
  'GET /attendance/revision': ['Answers a text that changes whenever the list of attendance does, in this period.'],
  'GET /attendance/changes': ['Answers what has changed since the last call, for programs that keep a copy.'],
  'GET /attendance/count': ['Counts the attendance of some employees.'],
  'GET /attendance/signing-key': ['Answers the public key with which the server signs exports.'],
  'GET /invitations': ['Counts the invitations that wait, and says how long one is valid.'],
  'GET /hr-sync/companies': ['Answers how far the HR sync is at each company with an HR system.'],
  'GET /hr-connectors': ['Answers the kinds of HR systems that the server knows, with the fields of each.'],
  'GET /companies/{id}/hr-connection': ['Answers how the HR system of a company is reached, without its secrets.'],
  'GET /companies/{id}/hr-people': ['Answers the people of the HR system, and with which employees they are matched.'],
  'GET /attention': ['Answers what needs attention today: doors, unknown people, the HR sync.'],
  'GET /attention/counts': ['Counts what waits or is wrong, for the links to exceptions, doors and the HR sync.'],
  'GET /timesheets': ['Answers a page of people, with what each worked in a period.'],
  'GET /timesheets/{id}': ["Answers a person's sheet: each day of a period, with its events and its hours."],
  'GET /companies/{id}/day-rules': ['Answers how the working days of a company are computed.'],
  'POST /companies/{id}/day-rules/preview': ['Counts the events that other day rules would move to another day.'],
  'GET /companies/{id}/week-patterns': ['Answers the week patterns of a company, its departments and its people.'],
  'GET /companies/{id}/free-days': ['Answers the free days of a company.'],
  'GET /employees/{id}/expected-time': ['Answers the week patterns, leave and balances of an employee.'],
  'GET /payroll-files': ['Finds of which company and month a payroll file is, by its SHA-256.'],
  'GET /companies/{id}/payroll': [
    'Answers the template of the payroll file of a company, and the files that were made.',
  ],
  'POST /companies/{id}/payroll/preview': ['Answers the payroll file that a template would make, without signing it.'],
  'GET /corrections': ['Answers a page of corrections, the newest first.'],
  'POST /corrections/preview': ['Answers the days that corrections would change, before and after.'],
  'POST /corrections/decide/preview': ['Answers the days that agreeing to corrections would change, before and after.'],
  'GET /closed-months': ['Answers the closed months of the companies that the caller sees.'],
  'GET /open-months': ['Answers the companies whose month can be closed, with what waits in it.'],
  'GET /exceptions': ['Answers a page of exceptions, the newest first.'],
  'GET /exceptions/counts': ['Counts exceptions by their kind.'],
  'GET /companies/{id}/digest': ['Answers on which weekdays the digest of a company is mailed, and when it was last.'],
  'GET /auth/digest': ['Answers whether the caller wants digests.'],
  'GET /presence': ['Answers a page of people, with who is in, out, not seen or missing now.'],
  'GET /presence/summary': ['Counts who is in, out, not seen or missing now, in all and by site.'],
  'GET /presence/curve': ['Answers how many people were in through the day, and how many usually are.'],
  'GET /roll-calls': ['Answers a page of roll calls, the newest first.'],
  'GET /roll-calls/{id}': ['Answers a roll call with its list of people.'],
  'GET /devices': ['Answers a page of access controllers with a device, and what may be wrong with each.'],
  'GET /devices/counts': ['Counts access controllers by what may be wrong with them.'],
  'GET /devices/waiting': ['Answers the devices that wait until somebody approves them.'],
  'GET /access-controllers/{id}/device': [
    'Answers the device of an access controller, its rules, and what may be wrong.',
  ],
  'GET /access-controllers/{id}/device/missed': ['Answers the people who usually come through a door that is silent.'],
  'POST /access-controllers/{id}/device/pairing': ['Answers what to enter in a device, and awaits its first call.'],
  'POST /access-controllers/{id}/device/try': ['Answers how a message would be read by a mapping. Nothing is stored.'],
  'GET /access-controllers/{id}/device/events': [
    'Answers a page of events as a device sent them, with what became of each.',
  ],
  'GET /access-controllers/{id}/device/notes': ['Answers a page of what happened at a device beside its events.'],
  'GET /access-controllers/{id}/device/commands': ['Answers what the device was asked lately, and what it answered.'],
  'GET /access-controllers/{id}/device/reconciliation': [
    'Follows the events of a day from the device to the HR system, and says where any were lost.',
  ],
  'GET /unknown-codes': ['Answers a page of codes that devices sent and that are no employee’s.'],
  'GET /employee-codes': ['Answers a page of the further codes of employees.'],
  'GET /employees/{id}/personal-data': [
    'Answers what is stored of an employee: the sections, with how many rows each has.',
  ],
  'GET /employees/{id}/personal-data/{section}': ['Answers up to a thousand rows of a section.'],
  'GET /users/{id}/personal-data': ['Answers what is stored of a user: the sections, with how many rows each has.'],
  'GET /users/{id}/personal-data/{section}': ['Answers up to a thousand rows of a section.'],
  'GET /privacy/rules': ['Answers how long each class of data is kept, and when the daily job last ran.'],
  'POST /privacy/rules/preview': ['Counts what the daily job would remove by these rules if it ran now.'],
  'GET /legal-holds': ['Answers the legal holds that stand.'],
  'GET /privacy/people': ['Answers a page of the people about whom something is stored, including deleted ones.'],
  'POST /privacy/erasures/preview': ['Counts what the erasure of a person would remove, and what would stay.'],
  'GET /audit': ['Answers a page of the audit, the newest first.'],
  'GET /audit/{id}': ['Answers one entry of the audit, with what was before and after.'],
  'GET /audit/head': ['Answers the last entry of the audit, with its hash.'],
  'GET /audit/chain': ['Answers entries of the audit as they were hashed, so that anybody can verify the chain.'],
  'GET /views': ["Answers the caller's own saved views, and those that are shared with their roles."],
};

const timestamp: Schema = { format: 'date-time' };
const timestampOrEmpty: Schema = { description: 'A timestamp; empty if it never was' };

/** Fields of a shape that are beyond the specification, and whose decoder does not say so. */
const beyondIn = (shape: string, ...names: string[]): Record<string, Schema> =>
  Object.fromEntries(names.map((name) => [`${shape}.${name}`, { 'x-specification': false }]));

/** What fields hold: in all shapes that have a name, or in one ('Role.is_system'). */
export const fieldWords: Readonly<Record<string, Schema>> = {
  created_at: timestamp,
  timestamp,
  last_health_check: timestampOrEmpty,
  health_error: { description: 'Why it is offline; otherwise empty' },
  is_system: { description: 'A role that comes with the server: it can be assigned, and neither changed nor deleted' },
  role: { description: 'A label to show, such as the display name of the first role' },
  webhook_url: { description: 'Stored and shown for people; the reference server does not call it' },
  webhook_secret: { description: 'With which the controller signs the events that it sends' },
  signing_secret: { description: 'With which the server signs what it sends to the HR system' },
  'Company.unique_identifier': { description: 'Given by the server, such as CMP-7KQ2MX', 'x-unique': 'everywhere' },
  'Company.is_active': {
    description: 'No call changes it, but PUT /companies/{id} where the server announces `company_activation`',
  },
  'Employee.is_active': { description: 'No call changes it' },
  'CurrentUser.features': {
    description: 'Beyond the specification; otherwise empty or missing',
    'x-specification': false,
  },
  'CurrentUser.business_timezone': announcedAs('business_timezone'),
  'CurrentUser.time_zones': announcedAs('company_timezones'),
  'Company.timezone': announcedAs('company_timezones'),
  'CurrentUser.second_factor_due': announcedAs('second_factor'),
  'ListedUser.invitation': announcedAs('invitations'),
  'ListedUser.has_second_factor': announcedAs('second_factor'),
  'Role.requires_second_factor': announcedAs('second_factor'),
  'AttendanceRecord.timezone': announcedAs('company_timezones'),
  'AttendanceRecord.is_manual': announcedAs('corrections'),
  'AttendanceRecord.is_set_aside': announcedAs('corrections'),
  'AttendanceRecord.is_closed': announcedAs('corrections'),
  'AttendanceRecord.hr_state': announcedAs('hr_state'),
  ...beyondIn('AttendanceRecord', 'employee_code', 'hr_sync', 'working_day'),
  ...beyondIn('AccessController', 'has_webhook_secret', 'last_event_at'),
};
