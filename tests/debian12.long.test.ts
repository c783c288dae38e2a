// README and docs/install.md in a bare Debian 12.

import { followDocuments } from './support/house/followDocuments.ts';

followDocuments({ release: 'bookworm', canTest: false });
