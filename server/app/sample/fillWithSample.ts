// Sample data for trying out Rollcall. Always the same but for dates and passwords.

import { knownSettings } from '../../../src/shared/contract/settings.ts';
import { saveDayRules, usualDayRules } from '../../features/workday/dayRuleQueries.ts';
import { createBusinessTime } from '../../platform/time/businessTime.ts';
import { plusMinutes } from '../../platform/time/instants.ts';
import { createPassword, type Passwords } from '../../platform/access/passwords.ts';
import { type Db, maybeOne, type Queries } from '../../platform/db/db.ts';
import { lockSetup } from '../../platform/db/migrations/migrate.ts';
import { administratorRole, roleId } from '../../features/people/roleQueries.ts';
import { hasUsers, insertUser } from '../../features/people/userQueries.ts';
import { analyze } from './analyze.ts';
import { attendanceOf, type Worker } from './attendance.ts';
import { companies, type HrBehaviour } from './companies.ts';
import { addCorrections } from './corrections.ts';
import { addDevices } from './devices.ts';
import { addDeviceTroubles } from './deviceTroubles.ts';
import { addAttendance, addCompany, addControllers, addEmployees } from './fill.ts';
import { addHrHistory } from './hrHistory.ts';
import { usualOrigin } from './sampleSystems.ts';
import { createNames } from './names.ts';
import { createChance } from './random.ts';
import { join, sql } from '../../platform/db/sql.ts';

export interface SampleOptions {
  /** By default, each company has its own number. */
  employeesPerCompany?: number;
  days: number;
  timeZone?: string;
  /** Where the sample's HR systems listen. */
  origin?: string;
  /** With people who correct the days of others, and companies with day rules of their own. */
  corrections?: boolean;
  /** With devices at some doors, and what they sent in the last days. */
  devices?: boolean;
}

const fullSample: SampleOptions = { days: 60, corrections: true, devices: true };

const users = {
  administrator: {
    name: 'Ada Thornbury',
    email: 'administrator@rollcall.example',
    rights: 'everything',
    joinedDaysAgo: 60,
  },
  manager: {
    name: 'Inès Carvalho',
    email: 'manager@rollcall.example',
    rights: 'employees, attendance and HR sync of five companies',
    joinedDaysAgo: 41,
  },
  auditor: {
    name: 'Tomás Whitfield',
    email: 'auditor@rollcall.example',
    rights: 'reading everything in all companies',
    joinedDaysAgo: 12,
  },
} as const;

export const sampleAdministrator = users.administrator.email;

type UserKey = keyof typeof users;

interface SignIn {
  name: string;
  email: string;
  rights: string;
  password: string;
}

export type SignIns = Record<UserKey, SignIn>;

/** Fills an empty database and answers the sign-ins. Changes nothing, and answers undefined, if it is not empty. */
export async function fillWithSample(
  db: Db,
  passwords: Passwords,
  now: Date,
  options: SampleOptions = fullSample,
): Promise<SignIns | undefined> {
  if (!(await isEmpty(db))) return undefined;
  const {
    employeesPerCompany,
    days,
    timeZone = 'UTC',
    origin = usualOrigin,
    corrections = false,
    devices = false,
  } = options;
  const withPassword = (key: UserKey): SignIn => ({ ...users[key], password: createPassword() });
  const signIns: SignIns = {
    administrator: withPassword('administrator'),
    manager: withPassword('manager'),
    auditor: withPassword('auditor'),
  };
  const [administrator, manager, auditor] = await Promise.all([
    passwords.hash(signIns.administrator.password),
    passwords.hash(signIns.manager.password),
    passwords.hash(signIns.auditor.password),
  ]);

  const businessTime = createBusinessTime(timeZone);
  const filled = await db.tx(async (queries) => {
    // Another process may have filled it meanwhile.
    await lockSetup(queries);
    if (!(await isEmpty(queries))) return undefined;

    const chance = createChance(20_260_101);
    const nameOf = createNames(chance);
    const period = { start: plusMinutes(now, -days * 24 * 60), now };
    const workers: Worker[] = [];
    const added: { id: number; identifier: string; hr: HrBehaviour | undefined }[] = [];
    // The last one first, as before lists were alphabetical: the ids of the sample stay.
    for (const [index, company] of [...companies.entries()].toReversed()) {
      const { id, identifier } = await addCompany(queries, company, origin, period, chance);
      const doors = await addControllers(queries, id, company, period, chance);
      const people = Array.from({ length: employeesPerCompany ?? company.people }, () => nameOf(company.culture));
      const workplace = { doors, people, index };
      workers.push(...(await addEmployees(queries, id, company, workplace, period, chance)));
      added.unshift({ id, identifier, hr: company.hr });
      if (corrections && company.dayRules) await saveDayRules(queries, id, { ...usualDayRules, ...company.dayRules });
    }
    await addAttendance(queries, attendanceOf(workers, days, { now, businessTime }, chance));
    await analyze(queries, 'attendance');
    if (devices) await addDevices(queries, { now, businessTime });
    for (const { hr, ...company } of added) {
      if (hr && days > 0) await addHrHistory(queries, { ...company, hr }, days, { now, businessTime });
    }
    await addSettings(queries, timeZone);

    const joined = (key: UserKey) => plusMinutes(now, -users[key].joinedDaysAgo * 24 * 60);
    const add = (key: UserKey, passwordHash: string, role: number, assigned: number[]) =>
      insertUser(queries, { ...users[key], passwordHash, roles: [role], companies: assigned }, joined(key));
    await add('administrator', administrator, await roleId(queries, administratorRole), []);
    await add(
      'manager',
      manager,
      await roleId(queries, 'hr_manager'),
      added.slice(0, 5).map(({ id }) => id),
    );
    await add('auditor', auditor, await roleId(queries, 'auditor'), []);
    return signIns;
  });
  if (filled && devices) await addDeviceTroubles(db, businessTime, now);
  if (filled && corrections) {
    const [manager, administrator] = [users.manager.email, users.administrator.email];
    await addCorrections(db, { manager, administrator }, businessTime, now);
  }
  return filled;
}

export async function isEmpty(queries: Queries): Promise<boolean> {
  return !(await hasUsers(queries)) && (await maybeOne(queries, sql`select id from companies limit 1`)) === undefined;
}

async function addSettings(queries: Queries, timeZone: string): Promise<void> {
  const { business_timezone, url_types } = knownSettings;
  const supportEmail = { key: 'support_email', type: 'string', description: 'Contact for support', is_public: true };
  const rows = [
    { ...business_timezone, value: timeZone },
    { ...url_types, value: url_types.defaultValue },
    { ...supportEmail, value: 'support@rollcall.example' },
  ].map(
    ({ key, value, type, description, is_public }) => sql`(${key}, ${value}, ${type}, ${description}, ${is_public})`,
  );
  await queries.run(
    sql`insert into settings (setting_key, setting_value, type, description, is_public) values ${join(rows, ', ')}`,
  );
}
