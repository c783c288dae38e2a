import type { User } from '../../contract/entities/people.ts';
import { CompanyBadges } from '../../crud/CompanyBadges.tsx';
import { RecordCardActions } from '../../crud/RecordCardActions.tsx';
import type { RecordActions } from '../../crud/recordKind.ts';
import { cardId } from '../../crud/useCreatedRecord.ts';
import { formatDay } from '../../format/time.ts';
import { Badge } from '../../ui/data/Badge.tsx';
import { BadgeList } from '../../ui/data/BadgeList.tsx';
import { Card, Facts } from '../../ui/data/CardGrid.tsx';

export function UserCard({ user, ...actions }: { user: User } & RecordActions) {
  return (
    <Card id={cardId(user.id)} title={user.name} actions={<RecordCardActions name={user.name} {...actions} />}>
      <Facts
        items={[
          { label: 'Email', value: user.email },
          { label: 'Joined', value: formatDay(user.created_at) },
          {
            label: 'Roles',
            value: (
              <BadgeList empty="No roles">
                {user.roles.map((role) => (
                  <Badge key={role.id} tone={role.is_system ? 'accent' : 'neutral'}>
                    {role.display_name || role.name}
                    {role.is_system && ' (System)'}
                  </Badge>
                ))}
              </BadgeList>
            ),
          },
          { label: 'Companies', value: <CompanyBadges user={user} /> },
        ]}
      />
    </Card>
  );
}
