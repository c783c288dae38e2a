// Who is in now, as far as the controllers have told.

import { Loaded } from '../../crud/Loaded.tsx';
import { useResource } from '../../hooks/useResource.ts';
import { LineSkeleton } from '../../ui/feedback/Skeletons.tsx';
import { ScreenHeader } from '../../ui/layout/ScreenHeader.tsx';

export default function PresenceScreen() {
  const people = useResource('GET /presence', {});
  return (
    <>
      <ScreenHeader title="Who Is In" count={people.data?.total} />
      <Loaded resource={people} skeleton={<LineSkeleton label="Loading people…" lines={6} />}>
        {({ data }) => (
          <ul>
            {data.map(({ employee }) => (
              <li key={employee.id}>{employee.name}</li>
            ))}
          </ul>
        )}
      </Loaded>
    </>
  );
}
