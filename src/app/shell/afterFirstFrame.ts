// What the shell needs only after its first frame: keeping the focus, and the styles for paper. These are part of the
// complete stylesheet, which comes with the first part that a screen loads later.

import '../../../styles/print.css';
import { keepFocus } from '../../ui/overlays/keepFocus.ts';

/** Returns how to end it. */
export const startAfterFirstFrame = (): (() => void) => keepFocus();
