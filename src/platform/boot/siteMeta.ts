// Reads the site's base path, and what the page's meta elements say, such as the address of the API and the brand.

export function meta(name: string, fallback: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content.trim() || fallback;
}

/** Returns the site's base path without a trailing slash, '' at the root. `entry` is the first script's address. */
export const siteBase = (entry: string) => new URL('..', entry).pathname.replace(/\/$/, '');

/** Returns undefined if the page has no valid address. */
export function apiBase(): string | undefined {
  const named = meta('api-base', '/web/api/v1');
  return URL.canParse(named, location.origin) ? new URL(named, location.origin).href.replace(/\/$/, '') : undefined;
}

export const brand = () => meta('brand', 'Rollcall');
