// API answers of the benchmark, in the reference server's format.

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

/** Body for a path; `rows` is the number of attendance records. */
export function answerTo(path, rows) {
  const data = {
    '/auth/user': user,
    '/companies': pageOf(companies),
    '/companies/all': companies,
    '/attendance': pageOf(Array.from({ length: rows }, (_, index) => attendanceRecord(index + 1))),
  }[path];
  return JSON.stringify({ success: true, message: '', data });
}
