// Finds the alerts in a request: as JSON, as XML, or as either in a part of a multipart body. Pictures are passed over.

import type { DeviceRequest } from '../driver.ts';
import { messagesIn } from '../multipart.ts';
import { ownValue, readJson } from '../wireValues.ts';
import { readXml } from './flatXml.ts';

/** An alert is a few hundred bytes long. */
const maxText = 256 * 1024;

/** Undefined stands for one that cannot be read. */
export const alertsIn = ({ contentType, body }: DeviceRequest): readonly unknown[] =>
  messagesIn(contentType, body).map(alertIn);

/** The content type may be missing or wrong; the first character tells. */
function alertIn(body: Buffer): unknown {
  if (body.length > maxText) return undefined;
  const text = body.toString('utf8').trim();
  const message = text.startsWith('<') ? readXml(text) : readJson(upToItsEnd(text));
  const alert = ownValue(message, 'EventNotificationAlert') ?? message;
  return typeof alert === 'object' && alert !== null && !Array.isArray(alert) ? alert : undefined;
}

/** A part may be followed by the delimiter of another body. */
const upToItsEnd = (text: string) =>
  text.startsWith('{') ? text.replace(/\}\s*--[^\s"]{1,70}(?:--)?\s*$/, '}') : text;
