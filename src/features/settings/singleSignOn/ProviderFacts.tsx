// What the server knows of the provider.

import { useRef } from 'react';
import type { SingleSignOn } from '../../../shared/contract/singleSignOn.ts';
import { plural } from '../../../shared/words/plural.ts';
import { CopyButton } from '../../../platform/ui/CopyButton.tsx';
import * as s from './SingleSignOn.module.css';

interface ProviderFactsProps {
  provider: NonNullable<SingleSignOn['provider']>;
  linkedUsers: number;
}

export function ProviderFacts({ provider, linkedUsers }: ProviderFactsProps) {
  const address = useRef<HTMLElement>(null);
  return (
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
  );
}

const Fact = ({ label, value }: { label: string; value: string }) => (
  <div className={s.fact}>
    <dt>{label}</dt>
    <dd>{value}</dd>
  </div>
);
