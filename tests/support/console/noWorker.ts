// Stands in for every `worker:` import outside a browser, where workers cannot start.

export default 'about:blank';
