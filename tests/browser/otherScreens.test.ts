// The screens of administration and of working time in a real browser, apart from those of all users so that two browsers
// work at once.
import { otherScreens, testScreens } from '../support/browser/screens.ts';

testScreens({ signedIn: otherScreens });
