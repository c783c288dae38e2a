// The rules of the forms before sign-in, apart from the others so that the sign-in page loads only these.

import { required } from './validate.ts';

export const loginRules = { email: [required('Email is required')], password: [required('Password is required')] };
export const forgotPasswordRules = { email: [required('Email is required')] };
