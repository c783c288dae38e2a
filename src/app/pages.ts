// Loads what App shows around the screens of the route table, or before them.

import type { ComponentType } from 'react';
import { loadOnce } from '../platform/boot/loadOnce.ts';
import { paths } from '../platform/boot/paths.ts';
import { loadStylesOf, withStyles } from '../platform/boot/stylesheets.ts';

interface PageModule {
  default: ComponentType;
}

export const loadShell = loadOnce('The console', () => withStyles(import('./shell/Shell.tsx'), loadStylesOf('shell')));

export const loadLogin = loadOnce('Login', () =>
  withStyles(import('../features/signIn/login/LoginScreen.tsx'), loadStylesOf(paths.login)),
);

const openPage = (path: string, load: () => Promise<PageModule>) =>
  loadOnce('The form', () => withStyles(load(), loadStylesOf(path)));

/** Replaces the console, see siteData.ts. */
export const loadSiteDataBlocked = openPage('', () => import('./SiteDataBlocked.tsx'));

/** Pages that need no sign-in, by path. */
export const openPages: Readonly<Record<string, () => Promise<PageModule>>> = {
  [paths.forgotPassword]: openPage(
    paths.forgotPassword,
    () => import('../features/signIn/forgot-password/ForgotPasswordScreen.tsx'),
  ),
  [paths.invitation]: openPage(paths.invitation, () => import('../features/signIn/invitation/InvitationScreen.tsx')),
};
