// HTTP for the visits: the cookie that binds a sign-in to one browser, and the redirect.

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Services } from '../../../platform/records/endpoint.ts';
import { callbackPath, startPath } from './asking.ts';
import { flowMinutes } from './flows.ts';
import { comeBack, start, type Visit, type Way } from './visits.ts';

interface RequestInfo {
  /** Below the base path of the API. */
  readonly path: string;
  readonly search: URLSearchParams;
  readonly context: Pick<Visit, 'address' | 'requestId'>;
}

type Page = (request: IncomingMessage, response: ServerResponse, info: RequestInfo) => Promise<void>;

const visits: ReadonlyMap<string, (services: Services, visit: Visit) => Promise<Way>> = new Map([
  [startPath, start],
  [callbackPath, comeBack],
]);

export const isSingleSignOnPage = ({ method }: IncomingMessage, path: string) => method === 'GET' && visits.has(path);

export function createSingleSignOnPages(services: Services): Page {
  const isSecure = services.publicUrl.startsWith('https:');
  // Browsers accept that name only from this very host and over TLS, so that no other host can choose the value.
  const name = isSecure ? '__Host-sign-in' : 'sign-in';
  const attributes = `Path=/; Max-Age=${flowMinutes * 60}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;

  return async (request, response, { path, search, context }) => {
    const browser = cookieIn(request, name);
    const visit = { ...context, search, browser, now: services.clock() };
    const way = await visits.get(path)?.(services, visit);
    response.writeHead(303, {
      Location: way?.location,
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
      ...(way?.browser && { 'Set-Cookie': `${name}=${way.browser}; ${attributes}` }),
    });
    response.end();
  };
}

/** One of ours: a browser keeps its value, so that two tabs can be at the provider at once. */
function cookieIn({ headers }: IncomingMessage, name: string): string | undefined {
  const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim());
  const value = pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
  return value && /^[\w-]{43}$/.test(value) ? value : undefined;
}
