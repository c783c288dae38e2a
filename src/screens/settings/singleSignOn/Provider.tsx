// What the server knows of the provider, and a test of it.

import { useRef, useState } from 'react';
import type { ProviderTest, SingleSignOn } from '../../../contract/entities/singleSignOn.ts';
import { plural } from '../../../format/plural.ts';
import { useAction } from '../../../hooks/useAction.ts';
import { Button } from '../../../ui/Button.tsx';
import { CopyButton } from '../../../ui/CopyButton.tsx';
import { Banner } from '../../../ui/feedback/Banner.tsx';
import * as s from './SingleSignOn.module.css';

interface ProviderProps {
  provider: NonNullable<SingleSignOn['provider']>;
  linkedUsers: number;
}

export function Provider({ provider, linkedUsers }: ProviderProps) {
  const address = useRef<HTMLElement>(null);
  return (
    <>
      <dl className={s.facts}>
        <Fact label="Provider" value={provider.name} />
        <Fact label="Issuer" value={provider.issuer} />
        <Fact label="Client ID" value={provider.client_id} />
        <div className={s.fact}>
          <dt>Redirect address</dt>
          <dd className={s.copied}>
            <code ref={address}>{provider.callback_url}</code>
            <CopyButton name="Redirect Address" text={provider.callback_url} shown={address} />
          </dd>
        </div>
        <Fact label="In use by" value={plural(linkedUsers, 'user')} />
      </dl>
      <TestOfProvider />
    </>
  );
}

const Fact = ({ label, value }: { label: string; value: string }) => (
  <div className={s.fact}>
    <dt>{label}</dt>
    <dd>{value}</dd>
  </div>
);

function TestOfProvider() {
  const [found, setFound] = useState<ProviderTest>();
  const test = useAction('POST /single-sign-on/test', { quiet: true, after: ({ data }) => setFound(data) });
  return (
    <>
      <span>
        <Button busy={test.busy} onClick={() => void test.run({})}>
          Test Provider
        </Button>
      </span>
      {test.error !== undefined && <Banner tone="bad">{test.error}</Banner>}
      {found && test.error === undefined && (
        <Banner tone={found.is_good ? 'good' : 'bad'}>
          {found.sentence}. {found.notes.join(' ')}
        </Banner>
      )}
    </>
  );
}
