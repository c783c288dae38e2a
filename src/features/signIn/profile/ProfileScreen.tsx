import { CompanyBadges } from '../../../platform/lists/CompanyBadges.tsx';
import { lazyPart } from '../../../platform/hooks/lazyPart.tsx';
import { can, hasFeature, useCanCall } from '../../../platform/session/permissions.ts';
import { useUser } from '../../../platform/session/session.tsx';
import { formatDay } from '../../../shared/words/time.ts';
import { plural } from '../../../shared/words/plural.ts';
import { Facts } from '../../../platform/ui/data/CardGrid.tsx';
import { Panel } from '../../../platform/ui/layout/Panel.tsx';
import { ScreenHeader } from '../../../platform/ui/layout/ScreenHeader.tsx';
import { YourSessionsPart, YourTokensPart } from '../credentials/credentialParts.ts';
import { ChangePassword } from './ChangePassword.tsx';
import { Preferences } from './Preferences.tsx';
import { RefreshSession } from './RefreshSession.tsx';
import * as s from './ProfileScreen.module.css';

const SecondFactorPart = lazyPart(
  'The second factors',
  async () => (await import('../factors/SecondFactorPanel.tsx')).SecondFactorPanel,
);

export default function ProfileScreen() {
  const user = useUser();
  const hasCompanies = user.companies.length > 0 || can(user, 'companies.all');
  const canCall = useCanCall();
  return (
    <>
      <ScreenHeader title="Profile" subtitle="Your account and permissions" actions={<RefreshSession />} />
      <div className={s.panels}>
        <Panel title="Account">
          <Facts
            items={[
              { label: 'Name', value: user.name },
              { label: 'Email', value: user.email },
              {
                label: 'Role',
                value: user.role || user.roles.map(({ display_name, name }) => display_name || name).join(', '),
              },
              { label: 'Joined', value: formatDay(user.created_at) },
              { label: 'Companies', value: hasCompanies && <CompanyBadges user={user} /> },
            ]}
          />
        </Panel>
        <Panel title="Roles">
          <Roles />
        </Panel>
        {hasFeature(user, 'second_factor') && (
          <Panel title="Second factor">
            <SecondFactorPart />
          </Panel>
        )}
        <Panel title="Preferences">
          <Preferences />
        </Panel>
        <Panel title="Change password">
          <ChangePassword />
        </Panel>
        {canCall('GET /sessions') && <YourSessionsPart />}
        {canCall('GET /api-tokens') && <YourTokensPart />}
      </div>
    </>
  );
}

function Roles() {
  const { roles } = useUser();
  if (roles.length === 0) return <p>No roles assigned. Contact an administrator.</p>;
  const held = new Set(roles.flatMap(({ permissions }) => permissions.map(({ name }) => name)));
  return (
    <>
      <ul className={s.roles}>
        {roles.map((role) => (
          <li key={role.id} className={s.role}>
            <span className={s.roleName}>{role.display_name || role.name}</span>
            <details className={s.permissions}>
              <summary>{plural(role.permissions.length, 'permission')}</summary>
              {role.permissions.map(({ name }) => name).join(', ')}
            </details>
          </li>
        ))}
      </ul>
      <p className={s.total}>Total: {plural(held.size, 'permission')}</p>
    </>
  );
}
