// The one place that knows where the token lies (specification, point 4).

const key = 'auth_token';

export const tokenStore = {
  read: (): string | null => localStorage.getItem(key),
  write: (token: string) => localStorage.setItem(key, token),
  remove: () => localStorage.removeItem(key),

  /** Other tabs signing in or out; storage events never come from the tab itself. */
  onChangeElsewhere(tell: () => void): () => void {
    const listen = (event: StorageEvent) => {
      if (event.key === key || event.key === null) tell();
    };
    window.addEventListener('storage', listen);
    return () => window.removeEventListener('storage', listen);
  },
};
