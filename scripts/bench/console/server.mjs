// Serves one of the pages that are compared, with an API behind it that answers the same to all: a person who
// may everything, thirty companies, and as many attendance records as asked for.
import { once } from 'node:events';
import http from 'node:http';
import path from 'node:path';
import zlib from 'node:zlib';
import { answerTo } from './answers.mjs';

const api = '/web/api/v1';
const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

/** `files`: from addresses to contents; an address of one segment without a page of its own is the start's. */
export async function serve(files) {
  const compressed = new Map();
  let rows = 100;

  /** Compressed once, so that no run pays for it. */
  function compress(contents) {
    if (!compressed.has(contents)) {
      compressed.set(contents, { br: zlib.brotliCompressSync(contents), gzip: zlib.gzipSync(contents, { level: 9 }) });
    }
    return compressed.get(contents);
  }

  /** What is sent for an address. */
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
    /** The bytes of all that is sent for the addresses: the site's files, and answers of the API. */
    weigh(addresses) {
      const found = addresses.map(find);
      const sum = (list, encoding) => list.reduce((total, each) => total + each[encoding].length, 0);
      const files = found.filter(({ isCall }) => !isCall);
      return {
        requests: found.length,
        brotli: sum(files, 'br'),
        gzip: sum(files, 'gzip'),
        answers: sum(
          found.filter(({ isCall }) => isCall),
          'br',
        ),
      };
    },
    stop: () => server.close(),
  };
}

function fileAt(files, pathname) {
  const name = [pathname, `${pathname}/index.html`.replace('//', '/'), '/index.html'].find((each) => files.has(each));
  return { type: types[path.extname(name)] ?? 'text/plain', contents: files.get(name) };
}
