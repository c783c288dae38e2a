import type { Role } from '../../contract/entities/people.ts';
import { RecordCardActions } from '../../crud/RecordCardActions.tsx';
import type { RecordActions } from '../../crud/recordKind.ts';
import { cardId } from '../../crud/useCreatedRecord.ts';
import { plural } from '../../format/plural.ts';
import { RoleInWords } from './RoleInWords.tsx';
import { Card } from '../../ui/data/CardGrid.tsx';
import { CardFacts } from '../../ui/data/CardFacts.tsx';
import { modulesOf, nameOf, whyLocked } from './roleText.ts';
import { RoleKind } from './RoleKind.tsx';
import { RoleSecondFactor } from './RoleSecondFactor.tsx';

export function RoleCard({ role, ...actions }: { role: Role } & RecordActions) {
  const name = nameOf(role);
  return (
    <Card
      id={cardId(role.id)}
      title={name}
      badges={<RoleKind role={role} />}
      more={{
        label: plural(role.permissions.length, 'permission'),
        content: <RoleInWords permissions={role.permissions} />,
        opens: 'otherwise',
      }}
      actions={
        <RecordCardActions name={name} locked={whyLocked(role)} {...actions}>
          <RoleSecondFactor role={role} />
        </RecordCardActions>
      }
    >
      <CardFacts
        items={[
          { label: 'Name', value: role.name, place: 'wide' },
          { label: 'Description', value: role.description, place: 'wide', obvious: true },
          { label: 'Modules', value: modulesOf(role).join(', '), place: 'wide' },
        ]}
      />
    </Card>
  );
}
