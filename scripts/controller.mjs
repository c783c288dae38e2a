// Simulates an access controller: signs an event and sends it to a running server, as docs/events.md describes.
//   node scripts/controller.mjs <unique identifier> <webhook secret> [employee ID] [check-in | check-out]
import { createHmac, randomUUID } from 'node:crypto';

const [identifier, secret, employeeId = '00101', eventType = 'check-in'] = process.argv.slice(2);
const server = process.env.SERVER ?? 'http://127.0.0.1:4000';

if (!identifier || !secret) {
  console.error(
    'Usage: node scripts/controller.mjs <unique identifier> <webhook secret> [employee ID] [check-in | check-out]',
  );
  process.exit(1);
}

const now = new Date();
const body = JSON.stringify({
  events: [{ event_id: randomUUID(), employee_id: employeeId, event_type: eventType, timestamp: now.toISOString() }],
});

// The signature covers the timestamp, the controller's identifier, and the exact bytes of the body.
const timestamp = String(Math.floor(now.getTime() / 1000));
const signature = createHmac('sha256', secret).update(`v2.${timestamp}.${identifier}.${body}`).digest('hex');

const path = `/webhooks/access-controllers/${encodeURIComponent(identifier)}`;
const response = await fetch(server + path, {
  method: 'POST',
  headers: {
    'Content-Type': 'application/json',
    'X-Rollcall-Timestamp': timestamp,
    'X-Rollcall-Signature': `v2=${signature}`,
  },
  body,
});
console.log(response.status, JSON.stringify(await response.json(), null, 2));
process.exitCode = response.ok ? 0 : 1;
