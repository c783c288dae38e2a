// The worker that builds Excel files.

import { createBuilder } from './builder.ts';
import { serveBuilder } from './serveBuilder.ts';

serveBuilder(createBuilder());
