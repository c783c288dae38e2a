// Before the tests that open exported files: ensures that their readers and other fonts are installed.
import { need } from './needs.ts';

export default function setup(): void {
  need('poppler-utils');
  need('python3');
  need('python3-openpyxl');
  need('libreoffice-calc-nogui');
  need('qpdf');
  need('zbar-tools');
  need('fonts-droid-fallback');
  need('fonts-lohit-deva');
}
