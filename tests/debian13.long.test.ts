// README and docs/install.md in a bare Debian 13.

import { followDocuments } from './support/house/followDocuments.ts';

followDocuments({ release: 'trixie', canTest: true });
