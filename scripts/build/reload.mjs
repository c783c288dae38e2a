// Development only: reloads the page whenever scripts/dev.mjs has built something.

new EventSource(new URL('../built', import.meta.url)).addEventListener('built', () => location.reload());
