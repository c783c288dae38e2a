// Punches from a file, for a controller's device: tried first, and then stored, some lines at a time.

import { linesAtOnce } from '../../../../src/shared/contract/deviceEvents.ts';
import { dryRunDone } from '../../../../src/shared/contract/call.ts';
import { groupDigits } from '../../../../src/shared/words/groupDigits.ts';
import { audit } from '../../../platform/audit/auditLog.ts';
import { lockCompanyOf } from '../../companies/companyQueries.ts';
import { lockRow } from '../../../platform/db/rowLocks.ts';
import { invalid } from '../../../platform/records/domainErrors.ts';
import { singleLine } from '../../../platform/log/singleLine.ts';
import type { Handlers } from '../../../platform/records/endpoint.ts';
import { doorOf } from '../deviceController.ts';
import { fileLines } from './fileLines.ts';
import { storeLines, tryLines } from './storeLines.ts';

/** `changed` is called when attendance records may have changed. */
export const createFileHandlers = (changed: () => void) =>
  ({
    'POST /access-controllers/{id}/device/file': {
      allow: 'devices.manage',
      async handle({ db, caller, params, body: { dry_run, ...file }, now, requestId }) {
        const door = await doorOf(db, caller, params.id);
        if (file.rows.length > linesAtOnce)
          throw invalid({ rows: `At most ${groupDigits(linesAtOnce)} lines are read at once` });
        const lines = fileLines(file);
        if (dry_run) return { data: await tryLines(db, door, lines, now), message: dryRunDone };
        const data = await db.tx(async (queries) => {
          await lockCompanyOf(queries, 'access_controllers', params.id, 'change');
          await lockRow(queries, 'access_controllers', params.id, 'change');
          const stored = await storeLines(queries, await doorOf(queries, caller, params.id), lines, now);
          const { readable, known, check_ins, check_outs, not_taken } = stored;
          await audit(queries, {
            caller,
            requestId,
            now,
            action: 'devices.file',
            subject: 'access_controllers',
            subjectId: params.id,
            after: {
              file: singleLine(file.name),
              from_line: file.rows[0]?.line ?? null,
              to_line: file.rows.at(-1)?.line ?? null,
              readable,
              known,
              check_ins,
              check_outs,
              not_taken,
            },
          });
          return stored;
        });
        changed();
        return { data };
      },
    },
  }) satisfies Partial<Handlers>;
