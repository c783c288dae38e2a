// The rules of the forms that come before the sign-in: all that the first page needs.

import { required } from './validate.ts';

export const loginRules = { email: [required('Email is required')], password: [required('Password is required')] };
export const forgotPasswordRules = { email: [required('Email is required')] };
