// What the page tells us: where the site stands, where the API is, and the brand.

function meta(name: string, fallback: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content.trim() || fallback;
}

/** The path under which the site stands, without a slash at its end; '' at the root. */
export function siteBase(entry: string): string {
  const declared = document.querySelector('base[href]');
  return new URL(declared ? document.baseURI : new URL('..', entry)).pathname.replace(/\/$/, '');
}

/** Undefined where the page names something that is no address. */
export function apiBase(): string | undefined {
  const named = meta('api-base', '/web/api/v1');
  return URL.canParse(named, location.origin) ? new URL(named, location.origin).href.replace(/\/$/, '') : undefined;
}

export const brand = () => meta('brand', 'Rollcall');
