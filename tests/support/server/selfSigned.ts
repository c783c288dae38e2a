// Certificates that no trusted authority has signed, made when a test needs them: the repository contains no key.

import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';

const der = (tag: number, ...parts: readonly Uint8Array[]): Buffer => {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
};
const sequence = (...parts: readonly Uint8Array[]) => der(0x30, ...parts);
const ecdsaWithSha256 = sequence(Buffer.from('06082a8648ce3d040302', 'hex'));
const commonName = Buffer.from('0603550403', 'hex');
/** Basic constraints, which an intermediate certificate needs and any other may have. */
const mayCertify = der(
  0xa3,
  sequence(sequence(Buffer.from('0603551d130101ff', 'hex'), der(0x04, sequence(Buffer.from('0101ff', 'hex'))))),
);
const time = (text: string) => der(0x17, Buffer.from(text));

interface Certified {
  readonly key: string;
  /** The server's certificate, and those of the authorities that it sends along. */
  readonly cert: string;
}

export function selfSigned(name: string): Certified {
  const { privateKey, publicKey } = newKeys();
  return { key: pem(privateKey), cert: certificate(name, publicKey, name, privateKey) };
}

/** As an authority of a company's own gives it: with the intermediate certificate, and without the root. */
export function ofOwnAuthority(name: string): Certified {
  const [root, intermediate, own] = [newKeys(), newKeys(), newKeys()];
  const certificates = [
    certificate(name, own.publicKey, 'Intermediate', intermediate.privateKey),
    certificate('Intermediate', intermediate.publicKey, 'Root', root.privateKey),
  ];
  return { key: pem(own.privateKey), cert: certificates.join('') };
}

const newKeys = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });
const pem = (key: KeyObject) => key.export({ type: 'pkcs8', format: 'pem' }).toString();
const nameOf = (name: string) => sequence(der(0x31, sequence(commonName, der(0x0c, Buffer.from(name)))));

function certificate(subject: string, publicKey: KeyObject, issuer: string, issuerKey: KeyObject): string {
  const content = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    ecdsaWithSha256,
    nameOf(issuer),
    sequence(time('200101000000Z'), time('491231235959Z')),
    nameOf(subject),
    publicKey.export({ type: 'spki', format: 'der' }),
    mayCertify,
  );
  const signature = sign('sha256', content, issuerKey);
  const signed = sequence(content, ecdsaWithSha256, der(0x03, Buffer.from([0]), signature));
  const lines = signed.toString('base64').match(/.{1,64}/g) ?? [];
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
}
