import { STATUS_CODES } from 'node:http';
import type { Health } from './urlQueries.ts';
import { OutboundError, type SafeRequest } from '../../platform/http/outbound.ts';

/** Online too: many HR systems demand credentials or another method when they get a bare GET. */
const refusalsWhileOnline = [401, 403, 405];

export const online: Health = { health_status: 'online', health_error: '' };

export const healthOfStatus = (status: number): Health =>
  status < 400 || refusalsWhileOnline.includes(status)
    ? online
    : { health_status: 'offline', health_error: `HTTP ${status} ${STATUS_CODES[status] ?? ''}`.trim() };

export async function healthOf(url: string, safeRequest: SafeRequest): Promise<Health> {
  try {
    const { status } = await safeRequest(url, { maxBytes: 1 });
    return healthOfStatus(status);
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    return { health_status: 'offline', health_error: error.message };
  }
}
