// A rule for each class of data: how long it is kept. A daily job removes what is older.

import { ResourceView } from '../../../platform/lists/Loaded.tsx';
import { useResource } from '../../../platform/hooks/useResource.ts';
import { LineSkeleton } from '../../../platform/ui/feedback/Skeletons.tsx';
import { Panel } from '../../../platform/ui/layout/Panel.tsx';
import { LastRun } from './LastRun.tsx';
import { RulesForm } from './RulesForm.tsx';
import * as s from './Retention.module.css';

export function Retention() {
  const rules = useResource('GET /privacy/rules', {});
  return (
    <Panel title="Retention">
      <ResourceView resource={rules} skeleton={<LineSkeleton label="Loading retention rules…" lines={8} />}>
        {(data) => (
          <div className={s.parts}>
            <p className={s.muted}>
              A daily job removes what is older than its rule says, unless a legal hold protects it. What is removed
              cannot be brought back.
            </p>
            <LastRun run={data.last_run} />
            {/* A form begins with what the server has. */}
            <RulesForm key={JSON.stringify(data.rules)} rules={data.rules} />
          </div>
        )}
      </ResourceView>
    </Panel>
  );
}
