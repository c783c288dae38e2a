// Rules for signing in by password, in a file of their own so that the login page loads no decoder until somebody does.

import { required } from './validate.ts';

export const loginRules = { email: [required('Email is required')], password: [required('Password is required')] };
