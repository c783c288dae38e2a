// The `fetch` of the OpenID Connect client: it goes through the only way to call other hosts.

import type { SafeRequest } from '../../../platform/http/outbound.ts';

interface ProviderRequest {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body?: unknown;
}

/** Providers with many keys send some ten kilobytes. */
const maxBytes = 262_144;

/** Follows no redirects, and calls http only where the deployment lists the host. */
export const providerFetch =
  (safeRequest: SafeRequest) =>
  async (url: string, { method, headers, body }: ProviderRequest): Promise<Response> => {
    const answer = await safeRequest(url, {
      method,
      headers,
      ...(body instanceof URLSearchParams && { body: body.toString() }),
      maxBytes,
      isConfidential: true,
    });
    const hasBody = answer.status !== 204 && answer.status !== 304;
    return new Response(hasBody ? answer.body : null, {
      status: answer.status,
      headers: { 'Content-Type': answer.headers['content-type'] ?? '' },
    });
  };
