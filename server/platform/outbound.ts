// The only way out to other hosts. People type the addresses, so a private one is called only where the
// deployment lists it (ALLOW_PRIVATE_HOSTS). The address that was checked is the one that is connected to,
// a redirect is an answer and not an order, and both time and size have limits.

import { lookup as resolve } from 'node:dns';
import http, { type ClientRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import https from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';

interface OutboundOptions {
  method?: string;
  body?: string;
  headers?: Readonly<Record<string, string>>;
  timeoutMs?: number;
  /** What comes after these is cut off. */
  maxBytes?: number;
}

interface OutboundAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

export type SafeRequest = (url: string, options?: OutboundOptions) => Promise<OutboundAnswer>;

/** Why there is no answer, in words for people. */
export class OutboundError extends Error {}

/** The private hosts, addresses and networks that may be called all the same. */
export interface PrivateHosts {
  readonly names: ReadonlySet<string>;
  readonly addresses: BlockList;
}

/** From 'hr.lan, 10.1.2.3, fd00::/8'. Throws where an entry is none of these. */
export function privateHosts(list: string): PrivateHosts {
  const hosts = { names: new Set<string>(), addresses: new BlockList() };
  const entries = list.split(',').map((item) => item.trim().toLowerCase());
  for (const entry of entries.filter(Boolean)) {
    const [address = '', prefix] = entry.split('/');
    if (isIP(address) && prefix === undefined) hosts.addresses.addAddress(address, familyOf(address));
    else if (isIP(address)) hosts.addresses.addSubnet(address, Number(prefix || NaN), familyOf(address));
    else if (/^[\w-]+(?:\.[\w-]+)*$/.test(entry) && /[a-z]/.test(entry)) hosts.names.add(entry);
    else throw new Error(`'${entry}' is no host name, address or network`);
  }
  return hosts;
}

export function createSafeRequest(allowed: PrivateHosts): SafeRequest {
  const mayCall = (host: string, address: string) =>
    !isPrivate(address) || allowed.names.has(host) || allowed.addresses.check(address, familyOf(address));

  return async (text, { method = 'GET', body, headers, timeoutMs = 5_000, maxBytes = 65_536 } = {}) => {
    const url = URL.canParse(text) ? new URL(text) : undefined;
    if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) {
      throw new OutboundError('Only http and https addresses without credentials are called');
    }
    const host = url.hostname.replace(/^\[|\]$/g, '').toLowerCase();
    // What is an address already is never looked up.
    if (isIP(host) && !mayCall(host, host)) throw notAllowed(host);

    const request = (url.protocol === 'https:' ? https : http).request(url, {
      method,
      headers: {
        'User-Agent': 'Rollcall',
        ...(body !== undefined && { 'Content-Length': Buffer.byteLength(body) }),
        ...headers,
      },
      lookup: guardedLookup(mayCall),
      agent: false,
    });
    request.end(body);
    return answerTo(request, timeoutMs, maxBytes);
  };
}

/** With an answer or without, it ends in time, and the connection with it. */
async function answerTo(request: ClientRequest, timeoutMs: number, maxBytes: number): Promise<OutboundAnswer> {
  let deadline: NodeJS.Timeout | undefined;
  try {
    return await new Promise((done, fail) => {
      const giveUp = (why: string) => fail(new OutboundError(why));
      deadline = setTimeout(() => giveUp(`No answer within ${timeoutMs / 1000} seconds`), timeoutMs);
      request.on('error', fail);
      // What nobody asked for is neither a response nor an error to Node.
      request.on('upgrade', (_, socket) => {
        socket.destroy();
        giveUp(otherProtocol);
      });
      request.on('response', (response) => {
        const { statusCode: status = 0, headers } = response;
        if (status < 200) giveUp(otherProtocol);
        else bodyOf(response, maxBytes).then((body) => done({ status, headers, body }), fail);
      });
    });
  } catch (error) {
    throw inWords(error);
  } finally {
    clearTimeout(deadline);
    request.destroy();
  }
}

const otherProtocol = 'The host answers in another protocol';

async function bodyOf(response: IncomingMessage, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > maxBytes) break;
  }
  // As browsers read it: a mark of byte order is no part of the text.
  return new TextDecoder().decode(Buffer.concat(chunks).subarray(0, maxBytes));
}

/** Resolves once, and lets through only what may be called: the connection goes to that very address. */
function guardedLookup(mayCall: (host: string, address: string) => boolean): LookupFunction {
  return (host, options, callback) =>
    resolve(host, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, []);
      const allowed = found.filter(({ address }) => mayCall(host.toLowerCase(), address));
      const [chosen] = allowed;
      if (!chosen) callback(notAllowed(host), []);
      else if (options.all) callback(null, allowed);
      else callback(null, chosen.address, chosen.family);
    });
}

const notAllowed = (host: string) => new OutboundError(`${host} is a private address that this server may not call`);

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

const privateNetworks = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '224.0.0.0/4',
  '240.0.0.0/4',
  // The unspecified, loopback, local and multicast ones of IPv6, and those that wrap an address of IPv4.
  '::/96',
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '2001::/32',
  '2002::/16',
  'fc00::/7',
  'fe80::/10',
  'fec0::/10',
  'ff00::/8',
];
const { addresses: blocked } = privateHosts(privateNetworks.join(','));

/** ::ffff:a.b.c.d counts as a.b.c.d. */
const isPrivate = (address: string) => blocked.check(address, familyOf(address));

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'Connection refused',
  ECONNRESET: 'The connection was cut off',
  ENOTFOUND: 'There is no such host',
  EAI_AGAIN: 'The host name could not be looked up',
  EHOSTUNREACH: 'The host cannot be reached',
  ENETUNREACH: 'The network cannot be reached',
  ETIMEDOUT: 'The connection timed out',
  EPROTO: 'The host does not speak TLS',
  CERT_HAS_EXPIRED: 'The certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'The certificate is self-signed',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'The certificate cannot be verified',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate is for another host',
};

function inWords(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof OutboundError) return error;
  const code = 'code' in error ? String(error.code) : error.name;
  if (code.startsWith('HPE_')) return new OutboundError('The answer is not HTTP');
  return new OutboundError(reasons[code] ?? `The call failed (${code})`, { cause: error });
}
