// Asks the provider for its description, and shows what is good or wrong about it.

import { useState } from 'react';
import type { ProviderTest } from '../../../shared/contract/singleSignOn.ts';
import { useAction } from '../../../platform/hooks/useAction.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { Banner } from '../../../platform/ui/feedback/Banner.tsx';

export function TestProvider() {
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
