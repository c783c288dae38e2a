// Before the tests that open exported files: what reads them is on this machine, and fonts that are not ours.
import { need } from '../needs.ts';

export default function setup(): void {
  need('poppler-utils');
  need('python3');
  need('fonts-droid-fallback');
  need('fonts-lohit-deva');
}
