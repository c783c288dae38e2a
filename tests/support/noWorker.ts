// Stands for every `worker:` import outside a browser: there is nothing to start.

export default 'about:blank';
