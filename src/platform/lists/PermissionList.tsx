// The permissions of a role, by module.

import type { Role } from '../../shared/contract/people.ts';
import { inWords } from '../../shared/words/inWords.ts';
import * as layout from '../ui/layout/layout.module.css';
import * as s from './PermissionList.module.css';

export function PermissionList({ permissions }: Pick<Role, 'permissions'>) {
  const modules = [...new Set(permissions.map(({ module }) => module))];
  return (
    <dl className={s.list}>
      {modules.map((module) => (
        <div key={module}>
          <dt className={layout.muted}>{inWords(module || 'other')}</dt>
          {permissions
            .filter((permission) => permission.module === module)
            .map(({ id, name, display_name }) => (
              <dd key={id} title={name}>
                {display_name || name}
              </dd>
            ))}
        </div>
      ))}
    </dl>
  );
}
