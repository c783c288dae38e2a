// Account for a script that calls the API: a person who signs in, or a machine with an API token.

export interface SignIn {
  email: string;
  password: string;
}

export type Account = SignIn | { readonly token: string };

type Given = { readonly [K in 'token' | keyof SignIn]?: string | undefined };

/** Prefers options to the environment. Undefined without a token, or an e-mail address with a password. */
export function readAccount(options: Given, env: Given): Account | undefined {
  if (options.token) return { token: options.token };
  if (!options.email && env.token) return { token: env.token };
  const email = options.email ?? env.email;
  const password = options.password ?? env.password;
  return email && password ? { email, password } : undefined;
}

/** Sentence for a script that was given an account with a second factor. */
export const askedForFactor =
  'This account has a second factor, which a script cannot answer. Please use an account without one';
