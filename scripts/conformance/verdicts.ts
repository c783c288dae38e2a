// Common expectations: the call succeeds, or is refused in the right way.

import { type ApiError, failureMessages } from '../../src/platform/api/errors.ts';
import type { CallKey } from '../../src/shared/contract/calls.ts';
import type { Result } from './client.ts';
import type { Fault, Group } from './findings.ts';
import { faultOf, isUnused } from './uses.ts';

export function succeeds(group: Group, key: CallKey, claim: string, result: Result<unknown>): boolean {
  group.check(key, claim, result.ok ? undefined : faultOf(key, result));
  return result.ok;
}

/** Messages of a 422 show at their fields; without fields they show above the form. */
export function namesField(group: Group, key: CallKey, error: ApiError, field: string): void {
  const fields: Readonly<Record<string, string | undefined>> = error.fields;
  const claim = 'A 422 names the invalid field';
  if (fields[field]) return group.check(key, claim);
  group.note(key, claim, {
    field: `errors.${field}`,
    detail: `errors names ${Object.keys(fields).join(', ') || 'no field'}; name ${field}`,
    shown: `"${error.message}" above the form, and nothing at the field`,
  });
}

/** Whether the call was refused in one of these ways, with JSON and a message. */
export function refuses(
  group: Group,
  key: CallKey,
  claim: string,
  result: Result<unknown>,
  kinds: readonly ApiError['kind'][],
): boolean {
  const fault = refusalFault(key, result, kinds);
  // The console never makes this call, so no user sees how it is refused.
  if (fault && !result.ok && isUnused(key)) group.note(key, claim, fault);
  else group.check(key, claim, fault);
  if (!fault && !result.ok && !result.error.fromServer) {
    group.note(key, 'A refusal has a message', {
      field: 'message',
      detail: `The ${result.error.status} has no message`,
      shown: faultOf(key, result).shown,
    });
  }
  return !fault;
}

const statuses: Partial<Record<ApiError['kind'], number>> = {
  invalid: 422,
  notFound: 404,
  outdated: 412,
  unauthenticated: 401,
};

function refusalFault(key: CallKey, result: Result<unknown>, kinds: readonly ApiError['kind'][]): Fault | undefined {
  if (result.ok) {
    const shown = key.includes('{') ? 'An empty record instead of an error' : undefined;
    const status = statuses[kinds[0] ?? 'refused'] ?? 400;
    return { detail: `The call succeeded; answer ${status}`, ...(shown && { shown }) };
  }
  const { error } = result;
  const shown = faultOf(key, result).shown;
  if (error.message === failureMessages.html)
    return { detail: `Answered ${error.status} with HTML instead of JSON`, shown };
  if (kinds.includes(error.kind)) return undefined;
  return { detail: `Answered ${error.status || 'nothing'}: ${error.message}`, shown };
}

/** Frequent runs of the kit can look like password guessing. */
export const isRateLimited = (result: Result<unknown>) => !result.ok && result.error.status === 429;
