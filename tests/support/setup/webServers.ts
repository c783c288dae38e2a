// Before the tests that serve the site: Debian's web servers are on this machine.
import { need } from '../needs.ts';

export default function setup(): void {
  need('nginx');
  need('apache2');
}
