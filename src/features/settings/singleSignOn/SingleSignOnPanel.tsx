// Single sign-on: the provider that the server names, who gets in by it with which roles, and whether passwords still work.

import { useState } from 'react';
import type { SingleSignOn } from '../../../shared/contract/entities/singleSignOn.ts';
import { ResourceView } from '../../../platform/lists/Loaded.tsx';
import { useResource } from '../../../platform/hooks/useResource.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { LineSkeleton } from '../../../platform/ui/feedback/Skeletons.tsx';
import { Panel } from '../../../platform/ui/layout/Panel.tsx';
import { ProviderFacts } from './ProviderFacts.tsx';
import { SingleSignOnDialog } from './SingleSignOnDialog.tsx';
import { rulesInWords } from './rulesInWords.ts';
import { TestProvider } from './TestProvider.tsx';
import * as s from './SingleSignOn.module.css';

export function SingleSignOnPanel() {
  const resource = useResource('GET /single-sign-on', {});
  const [isOpen, setOpen] = useState(false);
  const edit = resource.data && <Button onClick={() => setOpen(true)}>Edit Single Sign-On</Button>;
  return (
    <div className={s.panel}>
      <Panel title="Single Sign-On" aside={edit}>
        <ResourceView resource={resource} skeleton={<LineSkeleton label="Loading single sign-on…" lines={4} />}>
          {(loaded) => (
            <div className={s.parts}>
              {loaded.provider ? (
                <ProviderFacts provider={loaded.provider} linkedUsers={loaded.linked_users} />
              ) : (
                <NoProvider />
              )}
              <Rules singleSignOn={loaded} />
              {loaded.provider && <TestProvider />}
            </div>
          )}
        </ResourceView>
      </Panel>
      {isOpen && resource.data && <SingleSignOnDialog singleSignOn={resource.data} onClose={() => setOpen(false)} />}
    </div>
  );
}

const NoProvider = () => (
  <p className={s.muted}>
    People sign in by password only. For single sign-on, whoever runs the server names your company's provider with{' '}
    <code>OIDC_ISSUER</code>, as docs/sign-in.md says.
  </p>
);

function Rules({ singleSignOn }: { singleSignOn: SingleSignOn }) {
  return (
    <ul aria-label="Rules" className={s.rules}>
      {rulesInWords(singleSignOn).map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}
