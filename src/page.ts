// What the page tells us: where the site stands, where the API is, and the brand.

function meta(name: string, fallback: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content.trim() || fallback;
}

/** The path under which the site stands, without a slash at its end; '' at the root. */
export function siteBase(entry: string): string {
  const declared = document.querySelector('base[href]');
  return new URL(declared ? document.baseURI : new URL('..', entry)).pathname.replace(/\/$/, '');
}

export const apiBase = () => new URL(meta('api-base', '/web/api/v1'), location.origin).href.replace(/\/$/, '');

export const brand = () => meta('brand', 'Rollcall');
