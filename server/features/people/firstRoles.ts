// The roles of a database without users, beside the administrator's. Administrators may change and delete them.

import { allPermissions, type Permission } from '../../../src/shared/contract/permissions.ts';

interface FirstRole {
  readonly name: string;
  readonly display_name: string;
  readonly description: string;
  readonly permissions: readonly Permission[];
}

const view: readonly Permission[] = [
  'companies.view',
  'access_controllers.view',
  'devices.view',
  'attendance.view',
  'employees.view',
  'presence.view',
  'timesheets.view',
];

export const firstRoles: readonly FirstRole[] = [
  {
    name: 'viewer',
    display_name: 'Viewer',
    description: 'Sees employees, access controllers and attendance of the assigned companies',
    permissions: view,
  },
  {
    name: 'manager',
    display_name: 'Manager',
    description: 'Manages the assigned companies, their employees, access controllers and attendance',
    permissions: [
      ...view,
      'companies.edit',
      'access_controllers.create',
      'access_controllers.edit',
      'access_controllers.delete',
      'devices.manage',
      'attendance.process',
      'corrections.create',
      'presence.roll_call',
      'employees.create',
      'employees.edit',
      'employees.delete',
    ],
  },
  {
    name: 'hr_manager',
    display_name: 'HR Manager',
    description: 'Manages employees, corrects and closes attendance, and runs HR sync of the assigned companies',
    permissions: [
      ...view,
      'attendance.process',
      'employees.create',
      'employees.edit',
      'employees.delete',
      'timesheets.close',
      'corrections.create',
      'corrections.approve',
      'hr_sync.view',
      'hr_sync.run',
      'hr_sync.configure',
    ],
  },
  {
    name: 'auditor',
    display_name: 'Auditor',
    description: 'Sees everything in every company, and changes nothing',
    permissions: ['companies.all', ...allPermissions.filter((name) => name.endsWith('.view'))],
  },
];
