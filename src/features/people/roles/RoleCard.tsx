import type { Role } from '../../../shared/contract/people.ts';
import { RecordCardActions } from '../../../platform/lists/RecordCardActions.tsx';
import type { RecordActions } from '../../../platform/lists/recordKind.ts';
import { cardId } from '../../../platform/lists/useCreatedRecord.ts';
import { plural } from '../../../shared/words/plural.ts';
import { RoleInWords } from './RoleInWords.tsx';
import { Card } from '../../../platform/ui/data/CardGrid.tsx';
import { CardFacts } from '../../../platform/ui/data/CardFacts.tsx';
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
