// Redirects an unknown address to the site's dashboard. 404.html cannot know its own depth, so it requests this script
// at every depth; the one that is found knows the site's base from its own address.

const base = new URL('..', import.meta.url);
if (location.pathname !== base.pathname) location.replace(base);
