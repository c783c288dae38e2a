// What App shows around and before the screens of the route table.

import { loadOnce } from '../boot/loadOnce.ts';
import { paths } from '../boot/paths.ts';
import { styled, stylesOf, stylesOfShell } from '../boot/stylesheets.ts';
import type { PageModule } from './screenModule.ts';

export const loadShell = loadOnce('The console', () => styled(import('./shell/Shell.tsx'), stylesOfShell()));

export const loadLogin = loadOnce('Login', () => styled(import('../screens/login/LoginScreen.tsx'), stylesOf()));

const openPage = (load: () => Promise<PageModule>) => loadOnce('The form', () => styled(load(), stylesOf()));

/** In place of the console, see siteData.ts. */
export const loadSiteDataBlocked = openPage(() => import('./SiteDataBlocked.tsx'));

/** The pages for which nobody needs to sign in, by their path. */
export const openPages: Readonly<Record<string, () => Promise<PageModule>>> = {
  [paths.forgotPassword]: openPage(() => import('../screens/forgot-password/ForgotPasswordScreen.tsx')),
  [paths.invitation]: openPage(() => import('../screens/invitation/InvitationScreen.tsx')),
};
