// Before the tests that serve the site: ensures that Debian's web servers are installed.
import { need } from './needs.ts';

export default function setup(): void {
  need('nginx');
  need('apache2');
}
