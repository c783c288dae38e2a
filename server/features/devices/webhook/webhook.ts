// Receives events from controllers: POST /webhooks/access-controllers/{unique_identifier}, signed with the controller's
// secret. docs/events.md describes it for implementers.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { wellFormed } from '../../../../src/shared/words/exportedRow.ts';
import { countAttempt, networkOf } from '../../../platform/access/rateLimit.ts';
import { SerialQueue } from '../../../platform/concurrency/limits.ts';
import { isSigned, type SignedMessage } from '../../../platform/crypto/hashes.ts';
import { forbidden, notFound, tooManyAttempts, unauthenticated } from '../../../platform/domainErrors.ts';
import {
  badRequest,
  HttpError,
  methodNotAllowed,
  parseJson,
  readBody,
  sendAnswer,
} from '../../../platform/http/json.ts';
import type { Services } from '../../../platform/records/endpoint.ts';
import { findSender } from '../../controllers/controllerQueries.ts';
import { textIn } from '../drivers/wireValues.ts';
import { type EventResult, storeBatch } from './storeBatch.ts';

export const webhookBase = '/webhooks/access-controllers/';

const maxEvents = 1_000;
const maxBatches = 32;
/** Keeps room for other controllers. */
const maxBatchesOfOne = 16;
const replayWindowSeconds = 5 * 60;

export function createWebhooks(services: Pick<Services, 'db' | 'clock'>) {
  const { db, clock } = services;
  const turns = new SerialQueue<number>();
  let running = 0;

  return async (
    request: IncomingMessage,
    response: ServerResponse,
    { identifier, address }: { identifier: string; address: string },
  ): Promise<void> => {
    if (request.method !== 'POST') throw methodNotAllowed(['POST']);
    const sender = await findSender(db, identifier);
    if (!sender) throw notFound('Unknown access controller');
    const body = await readBody(request);
    const signatureError = signatureErrorOf(request, sender.webhook_secret, { to: identifier, body }, clock());
    if (signatureError) {
      await countAttempt(db, [{ key: `webhook ${networkOf(address)}`, attempts: 60, minutes: 5 }], clock());
      throw unauthenticated(signatureError);
    }
    if (!sender.is_active) throw forbidden('This access controller is not active');
    const events = eventsIn(body);
    if (running >= maxBatches || turns.lengthOf(sender.id) >= maxBatchesOfOne)
      throw tooManyAttempts('Too many batches at once. Please send this one again', 2);
    running++;
    // Serialized per controller, so that each holds at most one database connection.
    const results = await turns.run(sender.id, () => storeBatch(db, sender, events, clock())).finally(() => running--);
    sendAnswer(response, 200, summaryOf(results), '');
  };
}

function summaryOf(results: readonly EventResult[]) {
  const count = (status: EventResult['status']) => results.filter((result) => result.status === status).length;
  return {
    stored: count('stored'),
    duplicate: count('duplicate'),
    refused: count('refused'),
    results: results.map((result, index) => ({ index, ...result })),
  };
}

function signatureErrorOf(
  { headers }: IncomingMessage,
  secret: string,
  message: Omit<SignedMessage, 'timestamp'>,
  now: Date,
): string | undefined {
  const timestamp = String(headers['x-rollcall-timestamp'] ?? '');
  const signature = String(headers['x-rollcall-signature'] ?? '');
  if (!isSigned(secret, { ...message, timestamp }, signature)) return 'The signature is wrong';
  const age = Math.abs(now.getTime() / 1000 - Number(timestamp));
  return /^\d{1,12}$/.test(timestamp) && age <= replayWindowSeconds
    ? undefined
    : 'X-Rollcall-Timestamp is not within 5 minutes of the server’s clock';
}

function eventsIn(body: Buffer): unknown[] {
  // A text with U+0000 makes its own event invalid, and not the batch.
  const value = parseJson(textIn(body), (each) => (typeof each === 'string' ? wellFormed(each) : each));
  const events = typeof value === 'object' && value !== null && 'events' in value ? value.events : undefined;
  if (!Array.isArray(events) || events.length === 0) {
    throw badRequest('The body must be { "events": […] } with at least one event');
  }
  if (events.length > maxEvents) throw new HttpError(413, `At most ${maxEvents} events in a batch`);
  return events;
}
