import type { User } from '../../contract/entities/people.ts';
import { CompanyBadges, seesAllCompanies } from '../../crud/CompanyBadges.tsx';
import { RecordCardActions } from '../../crud/RecordCardActions.tsx';
import type { RecordActions } from '../../crud/recordKind.ts';
import { cardId } from '../../crud/useCreatedRecord.ts';
import { formatDay } from '../../format/time.ts';
import { Card } from '../../ui/data/CardGrid.tsx';
import { CardFacts } from '../../ui/data/CardFacts.tsx';
import { RoleBadges } from './RoleBadges.tsx';

/** As many as fit one line of a card; more are shown on demand. */
const companiesOnCard = 2;

export function UserCard({ user, ...actions }: { user: User } & RecordActions) {
  const { length: count } = user.companies;
  const isLong = count > companiesOnCard && !seesAllCompanies(user);
  const companies = <CompanyBadges user={user} />;
  return (
    <Card
      id={cardId(user.id)}
      title={user.name}
      more={isLong ? { label: `${count} companies`, content: companies } : undefined}
      actions={<RecordCardActions name={user.name} {...actions} />}
    >
      <CardFacts
        items={[
          { label: 'Email', value: user.email, place: 'wide', obvious: true },
          { label: 'Joined', value: formatDay(user.created_at), place: 'wide' },
          { label: 'Roles', value: <RoleBadges user={user} />, place: 'wide' },
          { label: 'Companies', value: !isLong && companies, place: 'wide' },
        ]}
      />
    </Card>
  );
}
