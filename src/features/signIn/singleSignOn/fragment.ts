// What the address says after the '#', where single sign-on begins or ends: browsers do not send it, so no log has it.

export type Said =
  | { kind: 'ticket'; ticket: string }
  /** Nobody was signed in, for this reason. */
  | { kind: 'failure'; reason: string }
  /** This tab was opened to sign in with the provider. */
  | { kind: 'start' };

const name = 'single-sign-on';
const start = 'start';

export function readFragment(hash: string): Said | undefined {
  const values = new URLSearchParams(hash.slice(1));
  const [ticket, said] = [values.get('ticket'), values.get(name)];
  if (ticket) return { kind: 'ticket', ticket };
  if (said === start) return { kind: 'start' };
  return said ? { kind: 'failure', reason: said } : undefined;
}

export const startFragment = `#${name}=${start}`;

/** So that nobody else reads it there, and Back does not repeat it. */
export const clearFragment = () => history.replaceState(history.state, '', location.pathname + location.search);
