// A person's report: what is stored of one employee or user, counted by section, and each section's rows page by page.

import type { PersonalData } from '../../../../src/shared/contract/privacy.ts';
import type { Queries } from '../../../platform/db/db.ts';
import { notFound } from '../../../platform/records/domainErrors.ts';
import type { Handlers } from '../../../platform/records/endpoint.ts';
import { currentBusinessTime } from '../../settings/settingQueries.ts';
import { instantOf } from '../../../platform/time/instants.ts';
import { noteReading } from './noteReading.ts';
import { findReportedEmployee, findReportedUser, type ReportedPerson, shownPerson } from './person.ts';
import { countRows, readRows } from './readSource.ts';
import type { Source } from './source.ts';
import { sourcesOfEmployees, sourcesOfUsers } from './sources.ts';

export const reportHandlers = {
  'GET /employees/{id}/personal-data': {
    allow: 'privacy.view',
    async handle(request) {
      const { db, caller, params, now } = request;
      const employee = await findReportedEmployee(db, caller, params.id);
      await noteReading(request, employee);
      return { data: await counted(db, sourcesOfEmployees, employee, now) };
    },
  },

  'GET /employees/{id}/personal-data/{section}': {
    allow: 'privacy.view',
    async handle(request) {
      const { db, caller, params, query } = request;
      const source = sourceOf(sourcesOfEmployees, params.section);
      const employee = await findReportedEmployee(db, caller, params.id);
      await noteReading(request, employee);
      return { data: await readRows(db, source, employee, query.after ?? '') };
    },
  },

  'GET /users/{id}/personal-data': {
    allow: 'privacy.view',
    reach: 'everyCompany',
    async handle(request) {
      const { db, caller, params, now } = request;
      const user = await findReportedUser(db, caller, params.id);
      await noteReading(request, user);
      return { data: await counted(db, sourcesOfUsers, user, now) };
    },
  },

  'GET /users/{id}/personal-data/{section}': {
    allow: 'privacy.view',
    reach: 'everyCompany',
    async handle(request) {
      const { db, caller, params, query } = request;
      const source = sourceOf(sourcesOfUsers, params.section);
      const user = await findReportedUser(db, caller, params.id);
      await noteReading(request, user);
      return { data: await readRows(db, source, user, query.after ?? '') };
    },
  },
} satisfies Partial<Handlers>;

async function counted<P extends ReportedPerson>(
  db: Queries,
  sources: readonly Source<P>[],
  person: P,
  now: Date,
): Promise<PersonalData> {
  const businessTime = await currentBusinessTime(db);
  const sections: PersonalData['sections'] = [];
  for (const source of sources) sections.push(await countRows(db, source, person, businessTime));
  return { person: shownPerson(person), counted_at: businessTime.wallClock(instantOf(now)), sections };
}

function sourceOf<P extends ReportedPerson>(sources: readonly Source<P>[], name: string): Source<P> {
  const source = sources.find((each) => each.name === name);
  if (!source) throw notFound('The report has no such section');
  return source;
}
