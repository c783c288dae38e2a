// Serves one of the pages compared, with an API of fixed answers: an administrator, thirty companies, and any number of
// attendance records.
import { once } from 'node:events';
import http from 'node:http';
import path from 'node:path';
import zlib from 'node:zlib';
import { answerTo } from './answers.mjs';

const api = '/web/api/v1';
const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

/** `files` maps URL paths to contents; paths without a file get the start page. */
export async function serve(files) {
  const compressed = new Map();
  let rows = 100;

  /** Compresses each file once, so that no run is charged for it. */
  function compress(contents) {
    if (!compressed.has(contents)) {
      compressed.set(contents, { br: zlib.brotliCompressSync(contents), gzip: zlib.gzipSync(contents, { level: 9 }) });
    }
    return compressed.get(contents);
  }

  function find(address) {
    const { pathname } = new URL(address, 'http://host');
    const isCall = pathname.startsWith(api);
    const { type, contents } = isCall
      ? { type: 'application/json', contents: answerTo(pathname.slice(api.length), rows) }
      : fileAt(files, pathname);
    return { isCall, type, ...compress(contents) };
  }

  const server = http.createServer((request, response) => {
    const { type, br } = find(request.url);
    response.writeHead(200, {
      'Content-Type': type,
      'Content-Encoding': 'br',
      'Content-Length': br.length,
      'Cache-Control': request.url.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
    });
    response.end(br);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    setRows: (count) => (rows = count),
    /** Bytes sent for these URLs, by files of the site and answers of the API. */
    weigh(addresses) {
      const found = addresses.map(find);
      const sum = (list, encoding) => list.reduce((total, each) => total + each[encoding].length, 0);
      const files = found.filter(({ isCall }) => !isCall);
      const answers = found.filter(({ isCall }) => isCall);
      return {
        requests: found.length,
        brotli: sum(files, 'br'),
        gzip: sum(files, 'gzip'),
        answers: sum(answers, 'br'),
      };
    },
    stop: () => server.close(),
  };
}

function fileAt(files, pathname) {
  const name = [pathname, `${pathname}/index.html`.replace('//', '/'), '/index.html'].find((each) => files.has(each));
  return { type: types[path.extname(name)] ?? 'text/plain', contents: files.get(name) };
}
