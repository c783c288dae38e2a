// Serves one of the compared pages, with an API of fixed answers: an administrator, thirty companies, and any number of
// attendance records.
import { once } from 'node:events';
import http from 'node:http';
import path from 'node:path';
import zlib from 'node:zlib';

const api = '/web/api/v1';
const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

/** `files` maps URL paths to contents. Paths without a file get the start page. */
export async function serve(files) {
  const compressed = new Map();
  let rows = 100;

  /** Compresses each file only once, so that runs do not include it. */
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
    /** Returns the bytes sent for these URLs, separately for the site's files and the API's answers. */
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

const modules = ['companies', 'access_controllers', 'attendance', 'employees', 'roles', 'users', 'settings', 'hr_sync'];
const permissions = modules.flatMap((module) =>
  ['view', 'create', 'edit', 'delete'].map((verb) => `${module}.${verb}`),
);
const firstEvent = Date.UTC(2026, 10, 2, 6);

const user = {
  id: 1,
  name: 'Ada Administrator',
  email: 'ada@example.com',
  role: 'admin',
  roles: [
    {
      id: 1,
      name: 'admin',
      display_name: 'Administrator',
      is_system: true,
      permissions: permissions.map((name) => ({ name })),
    },
  ],
  companies: [],
  created_at: '2026-01-01T00:00:00Z',
};

const companies = Array.from({ length: 30 }, (_, index) => ({
  id: index + 1,
  name: `Company ${index + 1}`,
  unique_identifier: `company-${index + 1}`,
  crm_company_id: `CRM-${index + 1}`,
  contact_email: `office@company${index + 1}.example`,
  contact_phone: `+49 30 ${100_000 + index * 37}`,
  system_url: '',
  address: `${index + 1} Main Street, Springfield`,
  is_active: true,
  created_at: '2026-01-01T00:00:00Z',
  urls: [],
}));

function attendanceRecord(id) {
  const time = new Date(firstEvent + id * 61_000).toISOString();
  return {
    id,
    employee_id: 1 + ((id * 7) % 300),
    employee: {
      id: 1 + ((id * 7) % 300),
      name: `Employee Name ${(id * 7) % 300}`,
      employee_id: String((id * 7) % 300).padStart(5, '0'),
    },
    event_type: id % 2 ? 'check-in' : 'check-out',
    timestamp: time,
    access_controller: { id: 1 + (id % 7), name: `Main Door ${id % 7}` },
    company: { id: 1 + (id % 9), name: `Company ${id % 9}` },
    is_processed: id % 3 === 0,
    created_at: time,
  };
}

const pageOf = (data) => ({ data, total: data.length, current_page: 1, per_page: data.length, last_page: 1 });

/** Returns the body for a path. `rows` is the number of attendance records. */
function answerTo(path, rows) {
  const data = {
    '/auth/user': user,
    '/companies': pageOf(companies),
    '/companies/all': companies,
    '/attendance': pageOf(Array.from({ length: rows }, (_, index) => attendanceRecord(index + 1))),
  }[path];
  return JSON.stringify({ success: true, message: '', data });
}
