// What App shows around and before the screens of the route table.

import { loadOnce } from '../boot/loadOnce.ts';
import { styled, stylesOf, stylesOfShell } from '../boot/stylesheets.ts';

export const loadShell = loadOnce('The console', () => styled(import('./shell/Shell.tsx'), stylesOfShell()));

export const loadLogin = loadOnce('Login', () => styled(import('../screens/login/LoginScreen.tsx'), stylesOf()));

export const loadForgotPassword = loadOnce('The form', () =>
  styled(import('../screens/forgot-password/ForgotPasswordScreen.tsx'), stylesOf()),
);
