// Parts that the cards, list and matrix of roles share.

import { useState } from 'react';
import { RowButton } from '../../../platform/records/RecordActions.tsx';
import { useCanCall } from '../../../platform/session/permissions.ts';
import { useUser } from '../../../platform/session/session.tsx';
import { Button } from '../../../platform/ui/Button.tsx';
import { Badge } from '../../../platform/ui/data/Badge.tsx';
import { lazyPart } from '../../../platform/ui/lazyPart.tsx';
import { StatusIcon } from '../../../platform/ui/StatusIcon.tsx';
import type { Role } from '../../../shared/contract/people.ts';
import { inWords } from '../../../shared/words/inWords.ts';
import { Reach, Rights } from '../rights/Rights.tsx';
import { rightsInWords } from '../rights/rightsInWords.ts';
import * as layout from '../../../platform/ui/layout/layout.module.css';
import * as s from './roleParts.module.css';

const ConfirmCall = lazyPart(
  'The question',
  async () => (await import('../../../platform/ui/overlays/Confirm.tsx')).ConfirmCall<'PUT /roles/{id}/second-factor'>,
);

interface RoleSecondFactorProps {
  role: Role;
  /** For a list, whose rows have no room for words. */
  asIcon?: boolean;
}

export function RoleSecondFactor({ role, asIcon = false }: RoleSecondFactorProps) {
  const canCall = useCanCall();
  /** The role as it was when the question opened, which stays the same if an answer is lost. */
  const [asked, setAsked] = useState<Role>();
  if (!canCall('PUT /roles/{id}/second-factor')) return null;
  const label = `${verbFor(role)}: ${nameOf(role)}`;
  const state = role.requires_second_factor ? 'Second Factor: On' : 'Second Factor: Off';
  const open = () => setAsked(role);

  return (
    <>
      {asIcon ? (
        <RowButton label={label} icon={<StatusIcon name="lock" />} onClick={open} />
      ) : (
        <Button size="small" aria-label={`${state}. ${label}`} onClick={open}>
          {state}
        </Button>
      )}
      {asked && (
        <ConfirmCall
          call="PUT /roles/{id}/second-factor"
          args={{ id: role.id, body: { is_required: !asked.requires_second_factor } }}
          title={verbFor(asked)}
          message={
            asked.requires_second_factor
              ? `Users with the role ${nameOf(role)} may sign in with the password alone again. Those who have a second factor keep it.`
              : `Users with the role ${nameOf(role)} must have a second factor from now on. Those who have none must set one up before they can do anything else.`
          }
          confirmLabel={asked.requires_second_factor ? 'Ask for None' : 'Ask for One'}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  );
}

const verbFor = ({ requires_second_factor }: Role) =>
  requires_second_factor ? 'Ask for no second factor' : 'Ask for a second factor';

export function RoleKind({ role }: { role: Role }) {
  return role.is_system ? <Badge tone="accent">System Role</Badge> : <Badge tone="neutral">Custom Role</Badge>;
}

export const nameOf = (role: Role) => role.display_name || role.name;

export const modulesOf = (role: Role) => [...new Set(role.permissions.map(({ module }) => inWords(module || 'other')))];

export const lockedReason = (role: Role) => (role.is_system ? 'System roles cannot be edited or deleted' : undefined);

/** Says what a role means, and names the permissions that only its server knows. */
export function RoleInWords({ permissions }: Pick<Role, 'permissions'>) {
  const { features } = useUser();
  const rights = rightsInWords(
    permissions.map(({ name }) => name),
    features,
  );
  const strange = permissions.filter(({ name }) => rights.strange.includes(name));
  return (
    <div className={layout.stack2}>
      {rights.topics.length > 0 && <Reach rights={rights} />}
      {(rights.topics.length > 0 || strange.length === 0) && <Rights rights={{ ...rights, strange: [] }} />}
      {strange.length > 0 && (
        <>
          <p>What these allow, only the server knows:</p>
          <dl className={s.permissions}>
            {[...Map.groupBy(strange, ({ module }) => module)].map(([module, ofModule]) => (
              <div key={module}>
                <dt className={layout.muted}>{inWords(module || 'other')}</dt>
                {ofModule.map(({ id, name, display_name }) => (
                  <dd key={id} title={name}>
                    {display_name || name}
                  </dd>
                ))}
              </div>
            ))}
          </dl>
        </>
      )}
    </div>
  );
}
