// The rules of signing in by password. The login page loads them, and no decoder before somebody signs in.

import { required } from './validate.ts';

export const loginRules = { email: [required('Email is required')], password: [required('Password is required')] };
