// What cards and list say of a role.

import type { Role } from '../../../shared/contract/people.ts';
import { inWords } from '../../../shared/words/inWords.ts';

export const nameOf = (role: Role) => role.display_name || role.name;

export const modulesOf = (role: Role) => [...new Set(role.permissions.map(({ module }) => inWords(module || 'other')))];

export const whyLocked = (role: Role) => (role.is_system ? 'System roles cannot be edited or deleted' : undefined);
