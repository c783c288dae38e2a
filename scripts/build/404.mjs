// Leads from an unknown address to the start of the site. 404.html cannot know how deep it stands, so it asks
// for this script at every depth; the one that is found knows the site's base by its own address.

const base = new URL('..', import.meta.url);
if (location.pathname !== base.pathname) location.replace(base);
