// Single sign-on: the provider that the server names, who gets in by it with which roles, and whether passwords still
// work.

import { useRef, useState } from 'react';
import type { ProviderTest, SingleSignOn } from '../../../shared/contract/singleSignOn.ts';
import { ResourceView } from '../../../platform/lists/ResourceView.tsx';
import { useResource } from '../../../platform/hooks/useResource.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { LineSkeleton } from '../../../platform/ui/feedback/Skeletons.tsx';
import { Panel } from '../../../platform/ui/layout/Panel.tsx';
import { SingleSignOnDialog } from './SingleSignOnDialog.tsx';
import { plural } from '../../../shared/words/plural.ts';
import { CopyButton } from '../../../platform/ui/CopyButton.tsx';
import { useAction } from '../../../platform/hooks/useAction.ts';
import { Banner } from '../../../platform/ui/feedback/Banner.tsx';
import * as layout from '../../../platform/ui/layout/layout.module.css';
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
            <div className={layout.stack4}>
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

interface ProviderFactsProps {
  provider: NonNullable<SingleSignOn['provider']>;
  linkedUsers: number;
}

/** Shows what the server knows of the provider. */
function ProviderFacts({ provider, linkedUsers }: ProviderFactsProps) {
  const address = useRef<HTMLElement>(null);
  return (
    <dl className={s.facts}>
      <Fact label="Provider" value={provider.name} />
      <Fact label="Issuer" value={provider.issuer} />
      <Fact label="Client ID" value={provider.client_id} />
      <div className={s.fact}>
        <dt>Redirect address</dt>
        <dd className={layout.row}>
          <code ref={address}>{provider.callback_url}</code>
          <CopyButton name="Redirect Address" text={provider.callback_url} textRef={address} />
        </dd>
      </div>
      <Fact label="In use by" value={plural(linkedUsers, 'user')} />
    </dl>
  );
}

const Fact = ({ label, value }: { label: string; value: string }) => (
  <div className={s.fact}>
    <dt>{label}</dt>
    <dd>{value}</dd>
  </div>
);

/** Asks the provider for its description, and shows what is good or wrong about it. */
function TestProvider() {
  const [result, setResult] = useState<ProviderTest>();
  const test = useAction('POST /single-sign-on/test', { quiet: true, after: ({ data }) => setResult(data) });
  return (
    <>
      <span>
        <Button busy={test.busy} onClick={() => void test.run({})}>
          Test Provider
        </Button>
      </span>
      {test.error !== undefined && <Banner tone="bad">{test.error}</Banner>}
      {result && test.error === undefined && (
        <Banner tone={result.is_good ? 'good' : 'bad'}>
          {result.sentence}. {result.notes.join(' ')}
        </Banner>
      )}
    </>
  );
}

/** Says the settings of single sign-on in sentences. */
function rulesInWords({ settings, administrators, roles }: SingleSignOn): string[] {
  const { maps_roles, roles_claim, mapping, creates_users, closes_passwords, emergency_accounts } = settings;
  const named = new Set(mapping.map((row) => roles.find(({ id }) => id === row.role_id)?.display_name ?? 'a role'));
  const emergency = administrators.filter(({ id }) => emergency_accounts.includes(id)).map(({ name }) => name);
  return [
    maps_roles
      ? `Roles come from the claim ${roles_claim}: ${plural(mapping.length, 'value')} for ${[...named].join(', ')}.`
      : 'Roles are those that users have here.',
    creates_users
      ? 'Unknown people become users, if the claim gives them a role.'
      : 'Unknown people are refused until somebody adds or invites them.',
    closes_passwords
      ? `Passwords and passkeys are closed, but for ${emergency.join(', ') || 'nobody'}.`
      : 'Passwords and passkeys work as well.',
  ];
}
