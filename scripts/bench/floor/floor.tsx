// The floor against which the console is measured: the same content, written by hand with only react and react-dom,
// without a router, forms, error handling or anything else that a product needs.

import { type FormEvent, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { ask } from './ask.ts';
import { Attendance } from './attendance.tsx';
import { Companies } from './companies.tsx';

interface User {
  name: string;
  email: string;
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

const root = document.getElementById('root');
if (root) createRoot(root).render(<Floor />);
