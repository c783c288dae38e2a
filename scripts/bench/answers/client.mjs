// Sends a number of requests for one address. Runs in its own process, so that only the server's processor time counts,
// and uses plain sockets, as a client that works as hard as the server would slow it down on a shared core.
import { connect } from 'node:net';

const [, , url, token, wanted] = process.argv;
const connections = 8;
const { hostname, port, pathname, search, host } = new URL(url);
let left = Number(wanted);
const request = `GET ${pathname}${search} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${token}\r\n\r\n`;

/** Computes the length of the whole answer from its first bytes. */
function lengthOf(bytes) {
  const end = bytes.indexOf('\r\n\r\n');
  const head = bytes.latin1Slice(0, end);
  if (!head.startsWith('HTTP/1.1 200 ')) throw new Error(`${url}: ${head}`);
  return end + 4 + Number(/^content-length: (\d+)/im.exec(head)?.[1]);
}

function askOnOneConnection() {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    let missing = 0;
    const ask = () => {
      if (left-- > 0) socket.write(request);
      else socket.end(resolve);
    };
    socket.on('connect', ask).on('error', reject);
    socket.on('data', (bytes) => {
      missing = (missing || lengthOf(bytes)) - bytes.length;
      if (missing === 0) ask();
    });
  });
}

await Promise.all(Array.from({ length: connections }, askOnOneConnection));
