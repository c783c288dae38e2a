// Serves the built console as any web server would: hashed files are cached for a year, pages are revalidated,
// unknown paths lead browsers to the start page. All files are read at the start, so nothing outside the folder can
// be reached.

import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import path from 'node:path';

/** The console loads everything from its own origin. */
const contentSecurityPolicy = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "worker-src 'self'",
  "font-src 'self'",
  "object-src 'none'",
  "base-uri 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types rollcall',
].join('; ');

export const securityHeaders = {
  'Content-Security-Policy': contentSecurityPolicy,
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'Referrer-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
} as const;

const contentTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.map': 'application/json',
  '.ttf': 'font/ttf',
  '.txt': 'text/plain; charset=utf-8',
};

/** Content codings, best first, and the suffixes of the compressed files. */
const encodings = { br: '.br', gzip: '.gz' };

interface Variant {
  readonly encoding?: string;
  readonly contents: Buffer;
  readonly etag: string;
}

interface File {
  readonly type: string;
  readonly caching: string;
  readonly plain: Variant;
  readonly compressed: readonly Variant[];
}

type Site = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

interface SiteOptions {
  /** The public path of the site and its API, if a proxy strips it. */
  readonly basePath?: string;
  /** The name of the provider that the login page offers. */
  readonly singleSignOn?: string | undefined;
  /** Whether the login page offers to sign in with a passkey. */
  readonly hasPasskeys?: boolean;
}

export function createSite(
  folder: string,
  { basePath = '/', singleSignOn, hasPasskeys = false }: SiteOptions = {},
): Site {
  const prefix = basePath.replace(/\/$/, '');
  const files = readFiles(folder, (page) =>
    withPasskeys(hasPasskeys, withSingleSignOn(singleSignOn, withApiBelow(prefix, page))),
  );
  return async (request, response) => {
    const [address = '/'] = (request.url ?? '/').split('?');
    const start = isTopLevelRoute(address) && wantsPage(request) ? files.get('index.html') : undefined;
    const file = files.get(nameOf(address)) ?? start;
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      sendText(response, 405, 'Method not allowed', { Allow: 'GET, HEAD' });
    } else if (file) {
      sendFile(request, response, file);
    } else if (!wantsPage(request) || /^\/(?:(?:assets|fonts)\/|[^/]*\.)/.test(address)) {
      sendText(response, 404, 'Not found');
    } else {
      sendText(response, 302, 'Found', { Location: pathToRoot(address) });
    }
  };
}

/** Files by path relative to the folder. `editPage` changes what pages say about this site. */
function readFiles(folder: string, editPage: (page: string) => string): ReadonlyMap<string, File> {
  if (!existsSync(path.join(folder, 'index.html'))) {
    throw new Error(`There is no console in ${folder}. Build it with: npm run build`);
  }
  const read = (file: string, encoding?: string): Variant => {
    const contents = readFileSync(file);
    return variantOf(file.endsWith('.html') ? Buffer.from(editPage(contents.toString('utf8'))) : contents, encoding);
  };
  const files = new Map<string, File>();
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const type = contentTypes[path.extname(entry)];
    if (!type) continue;
    const file = path.join(folder, entry);
    const name = entry.replaceAll(path.sep, '/');
    files.set(name, {
      type,
      caching: name.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      plain: read(file),
      compressed: Object.entries(encodings)
        .filter(([, ending]) => existsSync(file + ending))
        .map(([encoding, ending]) => read(file + ending, encoding)),
    });
  }
  for (const [name, page] of [...files]) {
    const [, route] = /^([^/]+)\/index\.html$/.exec(name) ?? [];
    if (route) files.set(route, { ...page, plain: variantOf(forPathWithoutSlash(page.plain.contents)) });
  }
  return files;
}

function variantOf(contents: Buffer, encoding?: string): Variant {
  return { contents, encoding, etag: `"${createHash('sha256').update(contents).digest('base64url')}"` };
}

/**
 * Moves relative links one level up: without a trailing slash, a route is one level higher than its page in the folder.
 */
function forPathWithoutSlash(page: Buffer): Buffer {
  return Buffer.from(page.toString('utf8').replaceAll('"../', '"./'));
}

/** Adds the prefix: as built, a page looks for the API at the root of its host. */
function withApiBelow(prefix: string, page: string): string {
  return page.replace(/(?<=name="api-base" content=")(?=\/web\/)/, () => prefix);
}

/** Adds the button: as built, a page offers no single sign-on. */
function withSingleSignOn(name: string | undefined, page: string): string {
  if (name === undefined) return page;
  const content = name.replace(/[&"<>]/g, (character) => `&#${character.charCodeAt(0)};`);
  return withMeta(page, 'single-sign-on', content);
}

const withPasskeys = (hasPasskeys: boolean, page: string) => (hasPasskeys ? withMeta(page, 'passkeys', 'yes') : page);

const withMeta = (page: string, name: string, content: string) =>
  page.replace(/(?=<meta name="api-base")/, () => `<meta name="${name}" content="${content}">\n  `);

const nameOf = (address: string) => address.slice(1).replace(/(^|\/)$/, '$1index.html');

/** Whether a browser opens an address: a program that looks for /metrics must learn that there is none. */
const wantsPage = ({ headers }: IncomingMessage) => /\btext\/html\b/i.test(headers.accept ?? '');

/** The start page can be served for these: its relative links work there. */
const isTopLevelRoute = (address: string) => /^\/[^/.]+$/.test(address);

/** Relative, because a proxy may have stripped the beginning of the path. */
function pathToRoot(address: string): string {
  return '../'.repeat(address.split('/').length - 2);
}

function sendFile(request: IncomingMessage, response: ServerResponse, file: File): void {
  const accepted = acceptedEncodings(String(request.headers['accept-encoding'] ?? ''));
  const compressed = file.compressed.find((variant) => accepted.includes(variant.encoding));
  const { contents, encoding, etag } = compressed ?? file.plain;
  const headers = { ...securityHeaders, 'Cache-Control': file.caching, ETag: etag, Vary: 'Accept-Encoding' };
  // A compressing proxy turns the ETag into a weak one: W/"…".
  if (request.headers['if-none-match']?.replace(/^W\//, '') === etag) {
    response.writeHead(304, headers).end();
    return;
  }
  response.writeHead(200, {
    ...headers,
    'Content-Type': file.type,
    'Content-Length': contents.length,
    ...(encoding && { 'Content-Encoding': encoding }),
  });
  response.end(request.method === 'HEAD' ? undefined : contents);
}

function acceptedEncodings(header: string): readonly (string | undefined)[] {
  const offers = header
    .toLowerCase()
    .split(',')
    .map((offer) => offer.replaceAll(' ', ''));
  return offers.filter((offer) => !/;q=0(?:\.0*)?$/.test(offer)).map((offer) => offer.replace(/;.*/, ''));
}

function sendText(response: ServerResponse, status: number, text: string, headers?: OutgoingHttpHeaders): void {
  response.writeHead(status, { ...securityHeaders, 'Content-Type': 'text/plain; charset=utf-8', ...headers });
  response.end(`${text}\n`);
}
