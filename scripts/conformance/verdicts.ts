// What is asked of an answer over and over: that the call succeeded, or that it was refused as it should be.

import { type ApiError, texts } from '../../src/api/errors.ts';
import type { EndpointKey } from '../../src/contract/endpoints.ts';
import type { Heard } from './ask.ts';
import type { Fault, Group } from './findings.ts';
import { faultOf } from './uses.ts';

export function succeeds(group: Group, key: EndpointKey, claim: string, heard: Heard<unknown>): boolean {
  group.check(key, claim, heard.ok ? undefined : faultOf(key, heard));
  return heard.ok;
}

/** What a 422 says field by field stands beside the field; the rest stands above the form. */
export function sayFields(group: Group, key: EndpointKey, error: ApiError, field: string): void {
  const fields: Readonly<Record<string, string | undefined>> = error.fields;
  const claim = 'A 422 says which field is wrong';
  if (fields[field]) return group.check(key, claim);
  group.note(key, claim, {
    field: `errors.${field}`,
    detail: `errors names ${Object.keys(fields).join(', ') || 'no field'}`,
    shown: `"${error.message}" above the form, and nothing beside the field`,
  });
}

/** Whether it was refused, in one of these ways, as JSON and in words. */
export function refuses(
  group: Group,
  key: EndpointKey,
  claim: string,
  heard: Heard<unknown>,
  kinds: readonly ApiError['kind'][],
): boolean {
  const fault = refusalFault(key, heard, kinds);
  group.check(key, claim, fault);
  if (!fault && !heard.ok && !heard.error.said) {
    group.note(key, 'A refusal has a message', {
      field: 'message',
      detail: `${heard.error.status} without one`,
      shown: faultOf(key, heard).shown,
    });
  }
  return !fault;
}

function refusalFault(key: EndpointKey, heard: Heard<unknown>, kinds: readonly ApiError['kind'][]): Fault | undefined {
  if (heard.ok) {
    const shown = key.includes('{') ? 'A record that does not exist, as an empty one' : undefined;
    return { detail: 'It was answered as if all were well', shown };
  }
  const { error } = heard;
  const shown = faultOf(key, heard).shown;
  if (error.message === texts.html) return { detail: `${error.status} with a page of HTML instead of JSON`, shown };
  if (kinds.includes(error.kind)) return undefined;
  return { detail: `It was ${error.status || 'no answer'}: ${error.message}`, shown };
}
