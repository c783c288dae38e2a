// The one place that knows where the token is kept (specification, point 4).

const key = 'auth_token';

export const tokenStorage = {
  read: (): string | null => localStorage.getItem(key),
  write: (token: string) => localStorage.setItem(key, token),
  remove: () => localStorage.removeItem(key),

  /** Another tab signed in or out: a tab gets no storage events of its own. */
  onChangeElsewhere(listener: () => void): () => void {
    const listen = (event: StorageEvent) => {
      if (event.key === key || event.key === null) listener();
    };
    window.addEventListener('storage', listen);
    return () => window.removeEventListener('storage', listen);
  },
};
