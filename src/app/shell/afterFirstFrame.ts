// What the shell needs only after its first frame: the styles for paper, and keeping the focus.

import '../../../styles/print.css';
import { keepFocus } from '../../ui/overlays/keepFocus.ts';

/** Returns how to end it. */
export const startAfterFirstFrame = (): (() => void) => keepFocus();
