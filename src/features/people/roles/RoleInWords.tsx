// What a role means: in words, and by their names the permissions that only its server knows.

import type { Role } from '../../../shared/contract/entities/people.ts';
import { PermissionList } from '../../../platform/lists/PermissionList.tsx';
import { Reach, Rights } from '../rights/Rights.tsx';
import { rightsInWords } from '../rights/rightsInWords.ts';
import { useUser } from '../../../platform/session/session.tsx';
import * as s from './RoleInWords.module.css';

export function RoleInWords({ permissions }: Pick<Role, 'permissions'>) {
  const { features } = useUser();
  const rights = rightsInWords(
    permissions.map(({ name }) => name),
    features,
  );
  const strange = permissions.filter(({ name }) => rights.strange.includes(name));
  return (
    <div className={s.words}>
      {rights.topics.length > 0 && <Reach rights={rights} />}
      {(rights.topics.length > 0 || strange.length === 0) && <Rights rights={{ ...rights, strange: [] }} />}
      {strange.length > 0 && (
        <>
          <p>What these allow, only the server knows:</p>
          <PermissionList permissions={strange} />
        </>
      )}
    </div>
  );
}
