// The address that a device calls behind a secret, which is all that tells whose it is.

import { randomBytes } from 'node:crypto';
import type { DeviceKind } from '../../../src/shared/contract/entities/devices.ts';
import { hashOfToken } from '../../platform/access/tokens.ts';

export const secretBases = { hikvision: '/devices/hikvision/', json: '/devices/json/' } as const;

export type SecretKind = keyof typeof secretBases;

export const hasSecretAddress = (kind: DeviceKind): kind is SecretKind => kind in secretBases;

/** 128 bits, in digits that people can type at a device. */
export function createSecretAddress(kind: SecretKind): { readonly path: string; readonly hash: string } {
  const secret = randomBytes(16).toString('hex');
  return { path: secretBases[kind] + secret, hash: hashOfToken(secret) };
}
