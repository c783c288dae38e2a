// Token of a mailed link, and the e-mail if it contains one. They are in the fragment, which browsers do not send, so
// that they appear in no log. Links mailed by earlier versions have them in the query.

import { useEffect, useState } from 'react';

interface MailedLink {
  readonly token: string;
  readonly email: string;
}

/** Removes them from the address, where others could see them, and from the history. */
export function useMailedLink(): MailedLink | undefined {
  const [link, setLink] = useState(readLink);
  useEffect(() => {
    const take = () => {
      const newLink = readLink();
      if (!newLink) return;
      setLink(newLink);
      history.replaceState(history.state, '', location.pathname);
    };
    take();
    addEventListener('hashchange', take);
    return () => removeEventListener('hashchange', take);
  }, []);
  return link;
}

function readLink(): MailedLink | undefined {
  const { hash, search } = location;
  const values = new URLSearchParams(hash.slice(1) || search);
  const token = values.get('token');
  return token ? { token, email: values.get('email') ?? '' } : undefined;
}
