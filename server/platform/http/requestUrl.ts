// The path and query of a request.

import type { IncomingMessage } from 'node:http';
import { badRequest } from './errors.ts';

export function urlOf(request: IncomingMessage): { path: string; search: URLSearchParams } {
  const [path = '/', query = ''] = (request.url ?? '/').split('?', 2);
  const search = new URLSearchParams(query);
  if (!isWellFormed(path) || [...search.values()].some(hasNul)) throw badRequest('The URL is malformed');
  return { path, search };
}

/** PostgreSQL cannot store U+0000. */
const hasNul = (text: string) => text.includes('\0');

function isWellFormed(path: string): boolean {
  try {
    return !hasNul(decodeURIComponent(path));
  } catch {
    return false;
  }
}
