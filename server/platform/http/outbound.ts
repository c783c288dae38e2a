// The only place that calls other hosts. Users type the addresses, so private ones and the machine's own are refused
// unless the deployment lists them (ALLOW_PRIVATE_HOSTS). It connects to the very address that it checked, follows no
// redirects, and limits both time and size.

import dns from 'node:dns';
import http, { type ClientRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import https from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import os from 'node:os';

interface OutboundOptions {
  method?: string;
  body?: string;
  headers?: Readonly<Record<string, string>>;
  timeoutMs?: number;
  /** A longer body is truncated. */
  maxBytes?: number;
  /** Set if nobody on the way may read it: without TLS, only hosts that the deployment lists are called. */
  isConfidential?: boolean;
}

export interface OutboundAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

/** An answer's status as 'HTTP 404 Not Found'. */
export const statusInWords = (status: number): string => `HTTP ${status} ${http.STATUS_CODES[status] ?? ''}`.trimEnd();

export type SafeRequest = (url: string, options?: OutboundOptions) => Promise<OutboundAnswer>;

/** Why there is no answer; the message is for users. */
export class OutboundError extends Error {}

/** Private hosts, addresses and networks that the deployment allows. */
export interface PrivateHosts {
  readonly names: ReadonlySet<string>;
  readonly addresses: BlockList;
}

/** Parses a list such as 'hr.lan, 10.1.2.3, fd00::/8'. Throws on an invalid entry. */
export function parsePrivateHosts(list: string): PrivateHosts {
  const hosts = { names: new Set<string>(), addresses: new BlockList() };
  const entries = list.split(',').map((item) => item.trim().toLowerCase());
  for (const entry of entries.filter(Boolean)) {
    const [address = '', prefix] = entry.split('/');
    if (isIP(address) && prefix === undefined) hosts.addresses.addAddress(address, familyOf(address));
    else if (isIP(address)) hosts.addresses.addSubnet(address, prefixOf(entry, address, prefix), familyOf(address));
    else if (/^[\w-]+(?:\.[\w-]+)*$/.test(entry) && /[a-z]/.test(entry)) hosts.names.add(entry);
    else throw new Error(`'${entry}' is not a host name, address or network`);
  }
  return hosts;
}

function prefixOf(network: string, address: string, prefix = ''): number {
  const longest = isIP(address) === 4 ? 32 : 128;
  if (!/^\d{1,3}$/.test(prefix) || Number(prefix) > longest)
    throw new Error(`'${network}' must end with a number from 0 to ${longest}`);
  return Number(prefix);
}

/** `sampleHost`, such as '127.0.0.1:4010', is the only port on the loopback that may be called by default. */
export function createSafeRequest(allowed: PrivateHosts, sampleHost?: string): SafeRequest {
  const isListed = (host: string, address: string) =>
    allowed.names.has(host) || allowed.addresses.check(address, familyOf(address));

  return async (text, options = {}) => {
    const { method = 'GET', body, headers, timeoutMs = 5_000, maxBytes = 65_536, isConfidential = false } = options;
    const url = URL.canParse(text) ? new URL(text) : undefined;
    if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) {
      throw new OutboundError('Only http and https addresses without credentials are allowed');
    }
    const host = url.hostname.replace(/^\[|\]$/g, '').toLowerCase();
    const isReadable = isConfidential && url.protocol === 'http:';
    const refusal: Refusal = (name, address) => {
      if (isListed(name, address)) return undefined;
      if (isPrivate(address)) return notAllowed(name);
      if (isOwn(address)) return notItself(name);
      return isReadable ? notEncrypted(name) : undefined;
    };
    // Check it here, since Node skips the lookup for a literal address.
    const refused = isIP(host) && url.host !== sampleHost ? refusal(host, host) : undefined;
    if (refused) throw refused;

    const request = (url.protocol === 'https:' ? https : http).request(url, {
      method,
      headers: {
        'User-Agent': 'Rollcall',
        ...(body !== undefined && { 'Content-Length': Buffer.byteLength(body) }),
        ...headers,
      },
      lookup: guardedLookup(refusal),
      agent: false,
    });
    request.end(body);
    return answerTo(request, timeoutMs, maxBytes);
  };
}

/** Settles within the time limit and then closes the connection. */
async function answerTo(request: ClientRequest, timeoutMs: number, maxBytes: number): Promise<OutboundAnswer> {
  let deadline: NodeJS.Timeout | undefined;
  try {
    return await new Promise((done, fail) => {
      const giveUp = (why: string) => fail(new OutboundError(why));
      deadline = setTimeout(() => giveUp(`No answer within ${timeoutMs / 1000} seconds`), timeoutMs);
      request.on('error', fail);
      // Node reports an unrequested upgrade neither as a response nor as an error.
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
    throw toOutboundError(error);
  } finally {
    clearTimeout(deadline);
    request.destroy();
  }
}

const otherProtocol = 'The host answered in another protocol';

async function bodyOf(response: IncomingMessage, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > maxBytes) break;
  }
  // TextDecoder drops a byte order mark, as browsers do.
  return new TextDecoder().decode(Buffer.concat(chunks).subarray(0, maxBytes));
}

/** Resolves the name once and returns only permitted addresses, so the connection goes to a checked address. */
function guardedLookup(refusal: Refusal): LookupFunction {
  return (host, options, callback) =>
    dns.lookup(host, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, []);
      const refusals = addresses.map(({ address }) => refusal(host.toLowerCase(), address));
      const allowed = addresses.filter((_, index) => !refusals[index]);
      const [chosen] = allowed;
      if (!chosen) callback(refusals[0] ?? notAllowed(host), []);
      else if (options.all) callback(null, allowed);
      else callback(null, chosen.address, chosen.family);
    });
}

/** Why an address of the host may not be called. */
type Refusal = (host: string, address: string) => OutboundError | undefined;

const notEncrypted = (host: string) =>
  new OutboundError(
    `Credentials are sent by https only: enter the https address of ${host}, or list it in ALLOW_PRIVATE_HOSTS`,
  );
const unlisted = 'unless ALLOW_PRIVATE_HOSTS lists it';
const notAllowed = (host: string) =>
  new OutboundError(`${host} is a private address that this server may not call ${unlisted}`);
const notItself = (host: string) =>
  new OutboundError(`${host} is an address of this server itself, which it may not call ${unlisted}`);

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
  // IPv6: unspecified, loopback, local and multicast, and ranges that embed an IPv4 address.
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
const { addresses: blocked } = parsePrivateHosts(privateNetworks.join(','));

/** BlockList matches ::ffff:a.b.c.d as a.b.c.d. */
const isPrivate = (address: string) => blocked.check(address, familyOf(address));

/** Asks each time, because a machine's addresses change while it runs; a network card may have a public one. */
function isOwn(address: string): boolean {
  const own = new BlockList();
  for (const each of Object.values(os.networkInterfaces()).flat()) {
    if (each) own.addAddress(each.address, familyOf(each.address));
  }
  return own.check(address, familyOf(address));
}

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'Connection refused',
  ECONNRESET: 'The connection was closed',
  ENOTFOUND: 'Host not found',
  EAI_AGAIN: 'The host name could not be looked up',
  EHOSTUNREACH: 'The host cannot be reached',
  ENETUNREACH: 'The network cannot be reached',
  ETIMEDOUT: 'The connection timed out',
  EPROTO: 'The host does not support TLS',
  CERT_HAS_EXPIRED: 'The certificate has expired',
  CERT_NOT_YET_VALID: 'The certificate is not valid yet',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'The certificate is self-signed',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'The certificate cannot be verified',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'The certificate cannot be verified',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate is for another host',
};

function toOutboundError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof OutboundError) return error;
  const code = 'code' in error ? String(error.code) : error.name;
  if (code.startsWith('HPE_')) return new OutboundError('The host did not answer with HTTP');
  return new OutboundError(reasons[code] ?? `The call failed (${code})`, { cause: error });
}
