// In development only: loads the page again whenever scripts/dev.mjs says that something was built.

new EventSource(new URL('../built', import.meta.url)).addEventListener('built', () => location.reload());
