// Lets pages of the origins in CORS_ORIGINS call the API. Tokens travel in a header, never in a cookie, so such
// a page can do no more than the user who signed in on it.

import type { IncomingMessage, ServerResponse } from 'node:http';

const preflight = {
  'Access-Control-Allow-Methods': 'GET, POST, PUT, DELETE',
  'Access-Control-Allow-Headers': 'Authorization, Content-Type',
  'Access-Control-Max-Age': '7200',
} as const;

/** Adds the CORS headers. True for a preflight request, which it has answered. */
export function applyCors(request: IncomingMessage, response: ServerResponse, origins: ReadonlySet<string>): boolean {
  if (origins.size === 0) return false;
  response.setHeader('Vary', 'Origin');
  const { origin } = request.headers;
  if (origin === undefined || !origins.has(origin)) return false;
  response.setHeader('Access-Control-Allow-Origin', origin);
  if (request.method !== 'OPTIONS') return false;
  response.writeHead(204, preflight).end();
  return true;
}
