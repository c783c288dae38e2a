// Simulates a company's HR system for trying the HR sync: accepts records as described in docs/hr-sync.md, stores them
// in a file, and misbehaves on request.
//
//   node scripts/hr-receiver.mjs --port 4900 --file records.jsonl --secret s3cret --behave lose
// With a secret, it also rejects signatures older than --window seconds (300).
//
//   GET /records                   returns { accepted: […], repeated: n }
//   POST /behave  { "how": "…" }   sets the behavior:
//     well                accepts everything
//     slow:2000           answers after this many milliseconds
//     wait                accepts everything but does not answer until told to behave otherwise
//     error:503           accepts nothing and answers with this status
//     cut                 accepts nothing and closes the connection
//     lose                accepts everything and closes the connection without an answer
//     garbage             accepts everything and answers with HTML
//     partial             accepts everything and reports every second record
//     reject:00101        rejects the records of this employee ID (or of several, separated by commas)
//     refuse:00101        rejects every batch with a record of this employee ID
//     flaky:30            misbehaves in this percentage of calls: error, cut, lose, garbage or partial
import { createHmac, timingSafeEqual } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import { readOptions } from './readOptions.mjs';

const { values: options } = readOptions(import.meta.filename, {
  options: {
    port: { type: 'string', default: '4900' },
    host: { type: 'string', default: '127.0.0.1' },
    file: { type: 'string' },
    secret: { type: 'string' },
    window: { type: 'string', default: '300' },
    behave: { type: 'string', default: 'well' },
  },
});

const accepted = new Map();
if (options.file && existsSync(options.file)) {
  for (const line of readFileSync(options.file, 'utf8').split('\n').filter(Boolean)) {
    const record = JSON.parse(line);
    accepted.set(record.id, record);
  }
}
let repeated = 0;
let behaviour = options.behave;
const waiting = [];

const server = createServer((request, response) => {
  answer(request, response).catch(({ message }) => response.writeHead(400).end(`${message}\n`));
});

async function answer(request, response) {
  const text = await textOf(request);
  const send = (status, body) =>
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));

  if (request.url === '/records') return send(200, { accepted: [...accepted.values()], repeated });
  if (request.url === '/behave') {
    behaviour = JSON.parse(text).how;
    for (const answer of waiting.splice(0)) answer();
    return send(200, { how: behaviour });
  }
  if (request.method !== 'POST') return send(405, { message: 'Send records with POST' });
  if (options.secret && !isSigned(request, text)) return send(401, { message: 'The signature is wrong' });
  receive(JSON.parse(text).records, request, response, send);
}

function isSigned({ headers }, text) {
  const timestamp = headers['x-rollcall-timestamp'];
  const expected = createHmac('sha256', options.secret).update(`${timestamp}.${text}`).digest('hex');
  const given = String(headers['x-rollcall-signature'] ?? '').replace('sha256=', '');
  const isFresh = Math.abs(Date.now() / 1000 - Number(timestamp)) < Number(options.window);
  return isFresh && given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected));
}

function receive(records, request, response, send) {
  const [kind, detail = ''] = currentBehaviour().split(':');
  const isNamed = (record) => detail.split(',').includes(record.employee_id);
  const cut = () => request.socket.destroy();

  if (kind === 'error') return send(Number(detail), { message: 'Simulated failure' });
  if (kind === 'cut') return cut();
  if (kind === 'refuse' && records.some(isNamed)) return send(422, { message: `Employee ${detail} is unknown` });
  const results = records.map((record) =>
    kind === 'reject' && isNamed(record)
      ? { id: record.id, status: 'rejected', reason: 'Employee is unknown' }
      : { id: record.id, status: store(record) },
  );
  if (kind === 'lose') return cut();
  if (kind === 'garbage') return response.writeHead(200, { 'Content-Type': 'text/html' }).end('<h1>Fine</h1>');
  if (kind === 'partial') return send(200, { results: results.filter((_, index) => index % 2 === 0) });
  if (kind === 'wait') return waiting.push(() => send(200, { results }));
  if (kind === 'slow') return setTimeout(() => send(200, { results }), Number(detail));
  send(200, { results });
}

function currentBehaviour() {
  const [kind, percent] = behaviour.split(':');
  if (kind !== 'flaky') return behaviour;
  const failures = ['error:503', 'cut', 'lose', 'garbage', 'partial'];
  return Math.random() * 100 < Number(percent) ? failures[Math.floor(Math.random() * failures.length)] : 'well';
}

/** Writes a record to disk before the answer is sent. */
function store(record) {
  if (accepted.has(record.id)) {
    repeated++;
    return 'duplicate';
  }
  if (options.file) appendFileSync(options.file, `${JSON.stringify(record)}\n`, { flush: true });
  accepted.set(record.id, record);
  console.log(`${record.timestamp}  ${record.event_type.padEnd(9)}  ${record.employee_id}`);
  return 'accepted';
}

server.listen(Number(options.port), options.host, () => {
  console.log(`HR system listening at http://${options.host}:${server.address().port}`);
});
