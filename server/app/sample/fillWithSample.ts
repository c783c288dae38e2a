// Sample data for trying out Rollcall. It is always the same, except for dates and passwords.

import { knownSettings } from '../../../src/shared/contract/settings.ts';
import { saveTemplate } from '../../features/payroll/payrollHandlers.ts';
import { administratorRole, roleId } from '../../features/people/roleQueries.ts';
import { hasUsers, insertUser } from '../../features/people/userQueries.ts';
import { defaultDayRules, saveDayRules } from '../../features/workday/loadDays.ts';
import { createPassword, type Passwords } from '../../platform/access/passwords.ts';
import {
  type Db,
  exists,
  join,
  type Queries,
  quotedNames,
  rowsOf,
  type Sql,
  scalar,
  sql,
} from '../../platform/db/db.ts';
import { lockSetup } from '../../platform/db/migrations/migrate.ts';
import { identifier } from '../../platform/records/identifiers.ts';
import { clocksIn, instantOf, plusMinutes } from '../../platform/time/clock.ts';
import { attendanceOf, type Door, type Event, type Worker } from './attendance.ts';
import { companies, type HrBehaviour, offices, type SampleCompany } from './companies.ts';
import { addCorrections } from './corrections.ts';
import { addDevices, addDeviceTroubles } from './devices.ts';
import { addExpectedTime } from './expectedTime.ts';
import { createNames, type FullName, jobs, mainDoor, otherDoors } from './names.ts';
import { type Chance, createChance } from './random.ts';
import { addHrHistory, analyze, defaultOrigin, pathPrefix } from './sampleSystems.ts';

export interface SampleOptions {
  /** By default, each company has its own number of employees. */
  employeesPerCompany?: number;
  days: number;
  timeZone?: string;
  /** Address of the sample's HR systems. */
  origin?: string;
  /** Adds people who correct the days of others, companies with day rules of their own, and one with a week pattern. */
  corrections?: boolean;
  /** Adds devices at some doors, and what they sent in the last days. */
  devices?: boolean;
}

export const fullSample: SampleOptions = { days: 60, corrections: true, devices: true };

const users = {
  administrator: {
    name: 'Ada Thornbury',
    email: 'administrator@rollcall.example',
    rights: 'everything',
    joinedDaysAgo: 60,
    role: administratorRole,
    companies: 0,
  },
  manager: {
    name: 'Inès Carvalho',
    email: 'manager@rollcall.example',
    rights: 'employees, attendance and HR sync of five companies',
    joinedDaysAgo: 41,
    role: 'hr_manager',
    companies: 5,
  },
  auditor: {
    name: 'Tomás Whitfield',
    email: 'auditor@rollcall.example',
    rights: 'reading everything in all companies',
    joinedDaysAgo: 12,
    role: 'auditor',
    companies: 0,
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

/** Fills an empty database and returns the sign-ins. Changes nothing, and returns undefined, if it is not empty. */
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
    origin = defaultOrigin,
    corrections = false,
    devices = false,
  } = options;
  const withPassword = (key: UserKey): SignIn => ({ ...users[key], password: createPassword() });
  const signIns: SignIns = {
    administrator: withPassword('administrator'),
    manager: withPassword('manager'),
    auditor: withPassword('auditor'),
  };
  const hashes = await Promise.all(Object.values(signIns).map(({ password }) => passwords.hash(password)));
  const clocks = clocksIn(timeZone);
  const clock = clocks.ofInstallation;
  const filled = await db.tx(async (queries) => {
    // Another process may have filled it meanwhile.
    await lockSetup(queries);
    if (!(await isEmpty(queries))) return undefined;

    const chance = createChance(20_260_101);
    const nameOf = createNames(chance);
    const filling = { queries, chance, origin, start: plusMinutes(now, -days * day), now };
    const workers: Worker[] = [];
    const added: { id: number; identifier: string; hr: HrBehaviour | undefined }[] = [];
    // Insert in reverse order, so that the sample keeps the ids from when lists were not alphabetical.
    for (const [index, company] of [...companies.entries()].toReversed()) {
      const { id, identifier } = await addCompany(filling, company);
      const doors = await addControllers(filling, id, company);
      const people = Array.from({ length: employeesPerCompany ?? company.people }, () => nameOf(company.culture));
      workers.push(...(await addEmployees(filling, id, company, { doors, people, index })));
      added.unshift({ id, identifier, hr: company.hr });
      if (corrections && company.dayRules) await saveDayRules(queries, id, { ...defaultDayRules, ...company.dayRules });
      if (corrections && company.payroll) {
        await saveTemplate(queries, id, { ...company.payroll, mail_day: 0, mail_to: '' }, undefined);
        await queries.run(sql`insert into digests (company_id, weekdays) values (${id}, '1')`);
      }
    }
    await addAttendance(queries, attendanceOf(workers, days, { now, clock }, chance));
    await analyze(queries, 'attendance');
    if (devices) await addDevices(queries, { now, clock });
    for (const { hr, ...company } of added) {
      if (hr && days > 0) await addHrHistory(queries, { ...company, hr }, days, { now, clock });
    }
    if (corrections) await addExpectedTime(queries, clock, now);
    await addSettings(queries, timeZone);

    for (const [index, user] of Object.values(users).entries()) {
      const roles = [await roleId(queries, user.role)];
      const assigned = added.slice(0, user.companies).map(({ id }) => id);
      const account = { ...user, passwordHash: hashes[index] ?? '', roles, companies: assigned };
      await insertUser(queries, account, plusMinutes(now, -user.joinedDaysAgo * 24 * 60));
    }
    return signIns;
  });
  if (filled && devices) await addDeviceTroubles(db, clock, now);
  if (filled && corrections) {
    const [manager, administrator] = [users.manager.email, users.administrator.email];
    await addCorrections(db, { manager, administrator }, clocks, now);
  }
  return filled;
}

export async function isEmpty(queries: Queries): Promise<boolean> {
  return !(await hasUsers(queries)) && !(await exists(queries, sql`select id from companies limit 1`));
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

interface Filling {
  queries: Queries;
  chance: Chance;
  /** Address of the sample's HR systems. */
  origin: string;
  /** The first day of attendance. */
  start: Date;
  now: Date;
}

const day = 24 * 60;

async function addCompany(
  { queries, chance, origin, start, now }: Filling,
  { name, domain, hr, inactive = false }: SampleCompany,
): Promise<{ id: number; identifier: string }> {
  const [address, phone] = offices[domain];
  const crmId = chance.percent(70) ? `CRM-${chance.whole(1000, 9999)}` : '';
  const since = instantOf(plusMinutes(start, -chance.whole(10, 700) * day));
  const uniqueIdentifier = identifier('CMP', chance.next);
  const id = await scalar(
    queries,
    sql`insert into companies (name, unique_identifier, crm_company_id, contact_email, contact_phone,
      system_url, address, is_active, created_at)
      values (${name}, ${uniqueIdentifier}, ${crmId}, ${`office@${domain}.example`}, ${phone},
        ${`https://${domain}.example`}, ${address}, ${!inactive}, ${since}) returning id`,
  );

  const urls: Sql[] = [];
  /** Store what a check of the sample's own pages would find; other hosts have never been checked. */
  const addUrl = (type: string, url: string, description: string, health: 'online' | 'offline' | 'unknown') => {
    const checked = health === 'unknown' ? null : instantOf(plusMinutes(now, -chance.whole(5, 600)));
    const trouble = health === 'offline' ? 'The connection was closed' : '';
    urls.push(sql`(${id}, ${type}, ${url}, ${description}, true, ${health}, ${checked}, ${trouble}, ${since})`);
  };
  const page = (type: string) => `${origin}${pathPrefix}${domain}/${type}`;
  addUrl('website', page('website'), '', 'online');
  if (hr) addUrl('hr_system', page('hr_system'), hrDescriptions[hr], hr === 'isSilent' ? 'offline' : 'online');
  if (chance.percent(40)) addUrl('crm', `https://crm.${domain}.example`, 'Contracts and contacts', 'unknown');
  if (chance.percent(20)) addUrl('support', `https://help.${domain}.example`, '', 'unknown');
  await queries.run(
    sql`insert into company_urls (company_id, url_type, url, description, is_active, health_status,
      last_health_check, health_error, created_at)
      values ${join(urls, ', ')}`,
  );
  return { id, identifier: uniqueIdentifier };
}

const hrDescriptions = {
  accepts: 'Sample: accepts every record',
  rejects: 'Sample: rejects every record',
  isSilent: 'Sample: never answers',
};

async function addControllers(
  { queries, chance, start, now }: Filling,
  companyId: number,
  { domain, doors = 1, silentDoor = false, inactive = false }: SampleCompany,
): Promise<[Door, ...Door[]]> {
  const [address, , ...position] = offices[domain];
  const addOne = async (name: string, isActive: boolean): Promise<Door> => {
    const near = (degrees: number) => Number((degrees + chance.whole(-400, 400) / 1_000_000).toFixed(6));
    const [latitude, longitude] = chance.percent(85) ? position.map(near) : [null, null];
    const crmId = chance.percent(30) ? `LOC-${chance.whole(100, 999)}` : '';
    const location = chance.percent(90) ? address : '';
    const id = await scalar(
      queries,
      sql`insert into access_controllers (company_id, name, unique_identifier, device_id, webhook_url,
        webhook_secret, location, description, is_active, latitude, longitude, crm_location_id, created_at)
        values (${companyId}, ${name}, ${identifier('ACU', chance.next)}, ${`AC${chance.whole(1000, 9999)}`},
          '', '', ${location}, '', ${isActive}, ${latitude ?? null},
          ${longitude ?? null}, ${crmId}, ${instantOf(start)}) returning id`,
    );
    return { id, numbersEvents: chance.percent(50), silentFrom: isActive ? undefined : start };
  };
  const main = await addOne(mainDoor, !inactive);
  const others: Door[] = [];
  for (const name of otherDoors.slice(0, doors - 1)) others.push(await addOne(name, !inactive && !chance.percent(10)));
  const last = others.pop();
  if (last) others.push(silentDoor ? { ...last, silentFrom: plusMinutes(now, -7 * day) } : last);
  return [main, ...others];
}

/** Every company numbers its employees in its own way, including leading zeros and what looks like 1e3. */
const numberings: readonly [Numbering, ...Numbering[]] = [
  (number) => String(number).padStart(5, '0'),
  (number) => `E-${number}`,
  (number) => `${number % 10}E${number}`,
  (number) => String(100_000 + number),
];
type Numbering = (number: number) => string;

/** Employee IDs are unique across companies. */
async function addEmployees(
  { queries, chance, start, now }: Filling,
  companyId: number,
  { domain, shifts = 'office', joinedLately = false, inactive = false }: SampleCompany,
  workplace: { doors: Worker['doors']; people: readonly FullName[]; index: number },
): Promise<Worker[]> {
  const numbering = numberings[workplace.index % numberings.length] ?? numberings[0];
  let number = 100 + workplace.index * 600;
  const rows: Sql[] = [];
  for (const { name, mailbox } of workplace.people) {
    number += chance.whole(1, 3);
    const code = numbering(number);
    const email = chance.percent(85) ? `${mailbox}@${domain}.example` : '';
    const phone = chance.percent(60) ? `ext. ${chance.whole(100, 999)}` : '';
    const [department, position] = chance.pick(jobs);
    const crmId = chance.percent(50) ? `P-${chance.whole(10_000, 99_999)}` : '';
    rows.push(
      sql`(${companyId}, ${code}, ${crmId}, ${name}, ${email}, ${phone}, ${department}, ${position},
        ${!chance.percent(6)}, ${instantOf(plusMinutes(start, -chance.whole(0, 400) * day))})`,
    );
  }
  await queries.run(
    sql`insert into employees (company_id, employee_id, crm_employee_id, name, email, phone, department,
      position, is_active, created_at)
      values ${join(rows, ', ')}`,
  );
  const added = await queries.all<{ id: number; employee_id: string; is_active: boolean }>(
    sql`select id, employee_id, is_active from employees where company_id = ${companyId} order by id`,
    ['is_active'],
  );
  return added
    .filter((employee) => employee.is_active && !inactive)
    .map(({ id, employee_id }, index) => {
      const clocksFrom = joinedLately ? plusMinutes(now, -joinedDaysAgo(index) * day) : start;
      return { id, companyId, code: employee_id, index, shifts, doors: workplace.doors, clocksFrom };
    });
}

/** Groups of 30 began in the last four weeks, the first of them 28 days ago. */
const joinedDaysAgo = (index: number) => Math.max(2, 28 - Math.floor(index / 30) * 5);

const columnsOfEvent = {
  company_id: 'bigint',
  employee_id: 'bigint',
  employee_code: 'text',
  access_controller_id: 'bigint',
  event_id: 'text',
  event_type: 'text',
  occurred_at: 'timestamp(0)',
  is_processed: 'boolean',
  created_at: 'timestamp(0)',
} as const;

async function addAttendance(queries: Queries, events: readonly Event[]): Promise<void> {
  const columns = quotedNames(Object.keys(columnsOfEvent));
  await queries.run(
    sql`insert into attendance (${columns}) select ${columns} from ${rowsOf(columnsOfEvent, events)} where true
      on conflict do nothing`,
  );
}
