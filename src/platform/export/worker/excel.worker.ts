import { createExcelWriter } from '../xlsx/writer.ts';
import { createBuilder } from './builder.ts';
import { serveBuilder } from './serve.ts';

serveBuilder(createBuilder({ excel: createExcelWriter() }));
