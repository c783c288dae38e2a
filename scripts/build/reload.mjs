// Reloads the page whenever scripts/dev.mjs has built something. Only used in development.

new EventSource(new URL('../built', import.meta.url)).addEventListener('built', () => location.reload());
