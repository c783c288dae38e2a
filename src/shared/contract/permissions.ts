// Permissions by module. The table of calls says which call needs which, and the server enforces them. If the server
// announces features, the console hides everything the user may not do, otherwise only what the specification names.

export const permissionModules = {
  companies: {
    'companies.view': 'View companies',
    'companies.create': 'Create companies',
    'companies.edit': 'Edit companies and their URLs',
    'companies.delete': 'Delete companies',
    'companies.all': 'Access every company',
  },
  access_controllers: {
    'access_controllers.view': 'View access controllers',
    'access_controllers.create': 'Create access controllers',
    'access_controllers.edit': 'Edit access controllers',
    'access_controllers.delete': 'Delete access controllers',
  },
  devices: {
    'devices.view': 'View devices and what they sent',
    'devices.manage': 'Connect devices and set their rules',
  },
  attendance: {
    'attendance.view': 'View attendance',
    'attendance.process': 'Mark attendance as processed',
  },
  employees: {
    'employees.view': 'View employees',
    'employees.create': 'Create employees',
    'employees.edit': 'Edit employees',
    'employees.edit_id': 'Change employee IDs',
    'employees.delete': 'Delete employees',
  },
  presence: {
    'presence.view': 'View who is in',
    'presence.roll_call': 'Take roll calls',
  },
  timesheets: {
    'timesheets.view': 'View timesheets',
    'timesheets.close': 'Close and reopen months',
  },
  corrections: {
    'corrections.create': 'Correct attendance',
    'corrections.approve': "Approve others' corrections",
  },
  hr_sync: {
    'hr_sync.view': 'View HR sync',
    'hr_sync.run': 'Run HR sync',
    'hr_sync.configure': 'Configure HR sync',
  },
  settings: {
    'settings.view': 'View settings',
    'settings.create': 'Create settings',
    'settings.edit': 'Edit settings',
    'settings.delete': 'Delete settings',
  },
  audit: {
    'audit.view': 'View the audit: who did what',
  },
  roles: {
    'roles.view': 'View roles',
    'roles.create': 'Create roles',
    'roles.edit': 'Edit roles',
    'roles.delete': 'Delete roles',
  },
  privacy: {
    'privacy.view': 'View privacy rules and what is stored of people',
    'privacy.manage': 'Set retention, hold and erase personal data',
  },
  users: {
    'users.view': 'View users',
    'users.create': 'Create users',
    'users.edit': 'Edit users',
    'users.delete': 'Delete users',
  },
  sign_in: {
    'sign_in.manage': 'Manage how users sign in',
  },
  api_tokens: {
    'api_tokens.create': 'Create API tokens with own permissions',
    'api_tokens.manage': "View and revoke everybody's API tokens",
  },
} as const;

type Modules = typeof permissionModules;
type PermissionModule = keyof Modules;
export type Permission = { [M in PermissionModule]: keyof Modules[M] }[PermissionModule];

const isPermission = (name: string): name is Permission =>
  Object.values(permissionModules).some((module) => Object.hasOwn(module, name));
export const allPermissions: readonly Permission[] = Object.values(permissionModules)
  .flatMap((module) => Object.keys(module))
  .filter(isPermission);
