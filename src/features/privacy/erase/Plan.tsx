// What an erasure would do: what forbids it, what goes at once, and what stays until when and why.

import type { ErasurePlan } from '../../../shared/contract/privacy.ts';
import { Banner } from '../../../platform/ui/feedback/Banner.tsx';
import { CountedList } from '../CountedList.tsx';
import * as s from '../rows.module.css';

export function Plan({ plan: { person, blocked, goes, stays } }: { plan: ErasurePlan }) {
  return (
    <div className={s.parts}>
      {blocked.map((reason) => (
        <Banner key={reason} tone="warning">
          {reason}.
        </Banner>
      ))}
      {person.state === 'erased' ? (
        <CountedList title="Still stored" counted={stays} />
      ) : (
        <>
          <CountedList title={blocked.length > 0 ? 'Would be erased' : 'Will be erased now'} counted={goes} />
          <CountedList title={blocked.length > 0 ? 'Would stay' : 'Stays'} counted={stays} />
        </>
      )}
    </div>
  );
}

/** After it was done. */
export function Erased({ plan: { goes, stays } }: { plan: ErasurePlan }) {
  return (
    <div className={s.parts}>
      <Banner tone="good">Erased. The audit log says who did it, when and why.</Banner>
      <CountedList title="Erased" counted={goes} />
      <CountedList title="Still stored" counted={stays} />
    </div>
  );
}
