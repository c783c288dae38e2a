// What the list and the page of access controllers have in common.

import type { RecordKind } from '../../platform/lists/recordKind.ts';
import { type AccessController, textsOfController } from '../../shared/contract/controllers.ts';

export const controllerKind: RecordKind<AccessController> = {
  title: 'Access Controllers',
  subtitle: 'Manage biometric access controllers for your companies',
  one: 'access controller',
  many: 'access controllers',
  addLabel: 'Add Controller',
  add: 'POST /access-controllers',
  edit: 'PUT /access-controllers/{id}',
  remove: { key: 'DELETE /access-controllers/{id}', args: (id) => ({ id }) },
  nameOf: (controller) => controller.name,
  textsOf: textsOfController,
};
