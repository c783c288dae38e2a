// The floor that the console is measured against: the same content, written by hand on react and react-dom
// alone, without a router, a form kit, error handling, checks of answers, or anything else that a product needs.

import { memo, useCallback, useEffect, useState, type FormEvent, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';

interface User {
  name: string;
  email: string;
}

interface Company {
  id: number;
  name: string;
  unique_identifier: string;
  crm_company_id: string;
  contact_email: string;
  contact_phone: string;
  address: string;
  is_active: boolean;
  created_at: string;
}

interface AttendanceRecord {
  id: number;
  event_type: string;
  timestamp: string;
  is_processed: boolean;
  employee: { name: string; employee_id: string };
  access_controller: { name: string };
  company: { name: string };
}

async function ask<T>(path: string, body?: object): Promise<T> {
  const token = localStorage.getItem('auth_token');
  const response = await fetch(`/web/api/v1${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) },
    body: body && JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`HTTP error! status: ${response.status}`);
  return (await response.json()).data;
}

function Floor() {
  const [user, setUser] = useState<User>();
  const [path, setPath] = useState(location.pathname);
  const [isKnown, setKnown] = useState(false);

  useEffect(() => {
    if (!localStorage.getItem('auth_token')) {
      setKnown(true);
      return;
    }
    void ask<User>('/auth/user')
      .then(setUser)
      .finally(() => setKnown(true));
  }, []);
  useEffect(() => {
    const follow = () => setPath(location.pathname);
    window.addEventListener('popstate', follow);
    return () => window.removeEventListener('popstate', follow);
  }, []);

  function go(target: string) {
    history.pushState(null, '', target);
    setPath(target);
  }

  if (!isKnown) return null;
  if (!user) return <Login onDone={setUser} />;
  return (
    <div className="shell">
      <Sidebar user={user} path={path} go={go} />
      <main>
        <p>Welcome back, {user.name}</p>
        {path.startsWith('/attendance') ? <Attendance /> : <Companies />}
      </main>
    </div>
  );
}

function Login({ onDone }: { onDone(user: User): void }) {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [error, setError] = useState('');

  async function signIn(event: FormEvent) {
    event.preventDefault();
    try {
      const { token, user } = await ask<{ token: string; user: User }>('/auth/login', { email, password });
      localStorage.setItem('auth_token', token);
      onDone(user);
    } catch (caught) {
      setError(String(caught));
    }
  }

  return (
    <form className="login" onSubmit={signIn}>
      <h1>Sign in</h1>
      {error && <p role="alert">{error}</p>}
      <label>
        Email
        <input type="email" value={email} onChange={(event) => setEmail(event.target.value)} />
      </label>
      <label>
        Password
        <input type="password" value={password} onChange={(event) => setPassword(event.target.value)} />
      </label>
      <button type="submit" className="primary">
        Sign in
      </button>
    </form>
  );
}

const links = [
  ['/', 'Dashboard'],
  ['/companies', 'Companies'],
  ['/access-controllers', 'Access Controllers'],
  ['/attendance', 'Attendance'],
  ['/employees', 'Employees'],
  ['/profile', 'Profile'],
  ['/roles', 'Roles'],
  ['/users', 'Users'],
  ['/hr-sync', 'HR Sync'],
  ['/settings', 'Settings'],
] as const;

function Sidebar({ user, path, go }: { user: User; path: string; go(target: string): void }) {
  return (
    <nav aria-label="Main">
      <ul>
        {links.map(([target, title]) => (
          <li key={target}>
            <a
              href={target}
              aria-current={target === path ? 'page' : undefined}
              onClick={(event) => {
                event.preventDefault();
                go(target);
              }}
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
      <p>{user.name}</p>
      <p>{user.email}</p>
      <button type="button">Logout</button>
    </nav>
  );
}

function Companies() {
  const [companies, setCompanies] = useState<Company[]>();
  useEffect(() => {
    void ask<{ data: Company[] }>('/companies?page=1').then(({ data }) => setCompanies(data));
  }, []);
  return (
    <>
      <h1>Companies</h1>
      <div className="cards">
        {companies?.map((company) => (
          <article key={company.id}>
            <h2>{company.name}</h2>
            <span className="badge">{company.is_active ? 'Active' : 'Inactive'}</span>
            <dl>
              {facts(company).map(([label, value]) => (
                <div key={label}>
                  <dt>{label}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
            {['URLs', 'HR Sync Configuration', 'Edit', 'Delete'].map((title) => (
              <button type="button" key={title}>
                {title}
              </button>
            ))}
          </article>
        ))}
      </div>
    </>
  );
}

const facts = (company: Company) => [
  ['ID', company.unique_identifier],
  ['CRM ID', company.crm_company_id],
  ['Email', company.contact_email],
  ['Phone', company.contact_phone],
  ['Address', company.address],
  ['Created', company.created_at.slice(0, 10)],
];

const filters = [
  ['company_id', 'Company'],
  ['employee_id', 'Employee'],
  ['access_controller_id', 'Access Controller'],
  ['event_type', 'Event Type'],
  ['start_date', 'Start Date'],
  ['end_date', 'End Date'],
  ['is_processed', 'Status'],
] as const;

function Attendance() {
  const [filter, setFilter] = useState<Record<string, string>>({});
  const [records, setRecords] = useState<AttendanceRecord[]>();
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());

  useEffect(() => {
    const query = new URLSearchParams({ page: '1', ...filter });
    void ask<{ data: AttendanceRecord[] }>(`/attendance?${query}`).then(({ data }) => setRecords(data));
  }, [filter]);

  const toggle = useCallback((id: number) => {
    setSelected((before) => {
      const next = new Set(before);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  }, []);
  const isWhole = records !== undefined && selected.size === records.length;

  return (
    <>
      <h1>Attendance Management</h1>
      <div className="filters">
        {filters.map(([name, label]) => (
          <label key={name}>
            {label}
            <input
              type={name.endsWith('date') ? 'date' : 'text'}
              value={filter[name] ?? ''}
              onChange={(event) => setFilter({ ...filter, [name]: event.target.value })}
            />
          </label>
        ))}
      </div>
      {selected.size > 0 && (
        <button type="button" className="primary">
          Mark as Processed ({selected.size})
        </button>
      )}
      {records && (
        <table>
          <thead>
            <tr>
              <th>
                <input
                  type="checkbox"
                  aria-label="Select all"
                  checked={isWhole}
                  onChange={() => setSelected(isWhole ? new Set() : new Set(records.map(({ id }) => id)))}
                />
              </th>
              {['Employee', 'Event', 'Time', 'Controller', 'Company', 'Status', 'Actions'].map((title) => (
                <th key={title}>{title}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {records.map((record) => (
              <Row key={record.id} record={record} isSelected={selected.has(record.id)} toggle={toggle} />
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}

interface RowProps {
  record: AttendanceRecord;
  isSelected: boolean;
  toggle(id: number): void;
}

const Row = memo(function Row({ record, isSelected, toggle }: RowProps): ReactNode {
  return (
    <tr className={isSelected ? 'selected' : undefined}>
      <td>
        <input
          type="checkbox"
          aria-label={`Select ${record.employee.name}`}
          checked={isSelected}
          onChange={() => toggle(record.id)}
        />
      </td>
      <td>
        <b>{record.employee.name}</b>
        <small>{record.employee.employee_id}</small>
      </td>
      <td>
        <span className="badge">{record.event_type === 'check-in' ? 'Check In' : 'Check Out'}</span>
      </td>
      <td>{record.timestamp.slice(0, 19).replace('T', ' ')}</td>
      <td>{record.access_controller.name}</td>
      <td>{record.company.name}</td>
      <td>
        <span className="badge">{record.is_processed ? 'Processed' : 'Pending'}</span>
      </td>
      <td>
        <button type="button">View</button>
      </td>
    </tr>
  );
});

const root = document.getElementById('root');
if (root) createRoot(root).render(<Floor />);
