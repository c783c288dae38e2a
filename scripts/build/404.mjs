// Redirects an unknown address to the site's dashboard, and the address of a former screen to the one that replaced it.
// 404.html cannot know its own depth, so it requests this script at every depth. The copy that is found knows the
// site's base from its own address.

const replacedBy = { devices: 'access-controllers' };

const base = new URL('..', import.meta.url);
const name = location.pathname.slice(base.pathname.length).replace(/\/$/, '');
if (Object.hasOwn(replacedBy, name)) location.replace(base.pathname + replacedBy[name] + location.search);
else if (location.pathname !== base.pathname) location.replace(base);
