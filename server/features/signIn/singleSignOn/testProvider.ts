// Asks the provider for its description, and says what it is good for.

import type { ProviderTest } from '../../../../src/shared/contract/singleSignOn.ts';
import type { Services } from '../../../platform/records/endpoint.ts';
import { askingOf } from './asking.ts';
import { SingleSignOnError } from './failure.ts';
import { describeProvider } from './provider.ts';

type Description = Awaited<ReturnType<typeof describeProvider>>;

export async function testProvider(services: Services): Promise<ProviderTest> {
  try {
    const described = await describeProvider(askingOf(services));
    const missing = (['token_endpoint', 'jwks_uri'] as const).filter((name) => !described[name]);
    if (missing.length > 0) return bad(`The provider's description has no ${missing.join(' and no ')}`);
    return { is_good: true, sentence: 'The provider answers as it should', notes: notesAbout(described) };
  } catch (error) {
    if (!(error instanceof SingleSignOnError)) throw error;
    return bad(error.message);
  }
}

const bad = (sentence: string): ProviderTest => ({ is_good: false, sentence, notes: [] });

function notesAbout(described: Description): string[] {
  const { code_challenge_methods_supported: methods, claims_supported: claims } = described;
  const notes = [`It signs with ${described.id_token_signing_alg_values_supported?.join(', ') ?? 'RS256'}.`];
  if (!methods?.includes('S256')) notes.push('It does not say that it knows PKCE, which protects the code on its way.');
  if (Array.isArray(claims) && !claims.includes('email_verified'))
    notes.push('It does not list the claim email_verified, without which nobody is matched by e-mail.');
  return notes;
}
