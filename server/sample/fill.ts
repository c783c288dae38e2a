// Inserts sample companies with their URLs, controllers, employees and attendance.

import { identifier } from '../records/identifiers.ts';
import { instantOf, plusMinutes } from '../time/instants.ts';
import { one, type Queries } from '../db/db.ts';
import { join, type Sql, sql } from '../db/sql.ts';
import type { Door, Event, Worker } from './attendance.ts';
import type { SampleCompany } from './companies.ts';
import type { Chance } from './random.ts';
import { jobs, mainDoor, names, otherDoors } from './words.ts';

export async function addCompany(
  queries: Queries,
  company: SampleCompany,
  start: Date,
  now: Date,
  chance: Chance,
): Promise<number> {
  const { name, domain, address, phone, inactive = false } = company;
  const crmId = chance.percent(70) ? `CRM-${chance.whole(1000, 9999)}` : '';
  const since = instantOf(plusMinutes(start, -chance.whole(10, 700) * 24 * 60));
  const { id } = await one<{ id: number }>(
    queries,
    sql`insert into companies (name, unique_identifier, crm_company_id, contact_email, contact_phone,
      system_url, address, is_active, created_at)
      values (${name}, ${identifier('CMP', chance.next)}, ${crmId}, ${`office@${domain}.example`}, ${phone},
        ${`https://${domain}.example`}, ${address}, ${!inactive}, ${since}) returning id`,
  );

  const urls: Sql[] = [];
  const addUrl = (type: string, url: string, description: string) => {
    const health = chance.pick(['online', 'online', 'online', 'offline', 'unknown'] as const);
    const checked = health === 'unknown' ? null : instantOf(plusMinutes(now, -chance.whole(5, 600)));
    const trouble =
      health === 'offline' ? chance.pick(['Connection timed out', 'HTTP 503', 'Certificate expired']) : '';
    urls.push(
      sql`(${id}, ${type}, ${url}, ${description}, ${!chance.percent(12)}, ${health}, ${checked},
        ${trouble}, ${since})`,
    );
  };
  addUrl('website', `https://www.${domain}.example`, '');
  if (chance.percent(60)) addUrl('hr_system', `https://hr.${domain}.example/api/attendance`, 'Receives the attendance');
  if (chance.percent(40)) addUrl('crm', `https://crm.${domain}.example`, 'Contracts and contacts');
  if (chance.percent(20)) addUrl('support', `https://help.${domain}.example`, '');
  await queries.run(
    sql`insert into company_urls (company_id, url_type, url, description, is_active, health_status,
      last_health_check, health_error, created_at)
      values ${join(urls, ', ')}`,
  );
  return id;
}

export async function addControllers(
  queries: Queries,
  companyId: number,
  { domain, address, position, inactive = false }: SampleCompany,
  start: Date,
  chance: Chance,
): Promise<[Door, ...Door[]]> {
  const addOne = async (door: string, active: boolean): Promise<Door> => {
    const [latitude, longitude] = chance.percent(85) ? position : [null, null];
    const crmId = chance.percent(30) ? `LOC-${chance.whole(100, 999)}` : '';
    const location = chance.percent(90) ? `${door}, ${address}` : '';
    const { id } = await one<{ id: number }>(
      queries,
      sql`insert into access_controllers (company_id, name, unique_identifier, device_id, webhook_url,
        webhook_secret, location, description, is_active, latitude, longitude, crm_location_id, created_at)
        values (${companyId}, ${door}, ${identifier('ACU', chance.next)}, ${`AC${chance.whole(1000, 9999)}`},
          ${`https://doors.${domain}.example/events`}, '', ${location}, '', ${active}, ${latitude},
          ${longitude}, ${crmId}, ${instantOf(start)}) returning id`,
    );
    return { id, numbersEvents: chance.percent(50) };
  };
  const main = await addOne(mainDoor, !inactive);
  const second = await addOne(chance.pick(otherDoors), !inactive && !chance.percent(10));
  return [main, second];
}

export async function addEmployees(
  queries: Queries,
  companyId: number,
  { culture, domain, everyDay = false, inactive = false }: SampleCompany,
  controllers: Worker['controllers'],
  count: number,
  start: Date,
  chance: Chance,
): Promise<Worker[]> {
  // Every company numbers its employees in its own way, including leading zeros and what looks like 1e3.
  const numbering = chance.pick([
    (number: number) => String(number).padStart(5, '0'),
    (number: number) => `E-${number}`,
    (number: number) => String(10_000 + number),
    (number: number) => `${number % 10}E${number}`,
  ]);
  const rows: Sql[] = [];
  for (let index = 0; index < count; index++) {
    const code = numbering(101 + index * 7);
    const name = `${chance.pick<string>(names[culture].given)} ${chance.pick<string>(names[culture].family)}`;
    const email = chance.percent(85) ? `${code.toLowerCase()}@${domain}.example` : '';
    const phone = chance.percent(60) ? `ext. ${chance.whole(100, 999)}` : '';
    const [department, position] = chance.pick(jobs);
    const crmId = chance.percent(50) ? `P-${chance.whole(10_000, 99_999)}` : '';
    rows.push(
      sql`(${companyId}, ${code}, ${crmId}, ${name}, ${email}, ${phone}, ${department}, ${position},
        ${!chance.percent(6)}, ${instantOf(start)})`,
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
    .map((employee) => ({ id: employee.id, companyId, code: employee.employee_id, controllers, everyDay }));
}

export async function addAttendance(queries: Queries, events: readonly Event[]): Promise<void> {
  const rowsAtOnce = 500;
  for (let from = 0; from < events.length; from += rowsAtOnce) {
    const rows = events.slice(from, from + rowsAtOnce).map(
      (event) =>
        sql`(${event.companyId}, ${event.employeeId}, ${event.code}, ${event.controllerId},
          ${event.eventId}, ${event.type}, ${event.occurredAt}, ${event.isProcessed}, ${event.createdAt})`,
    );
    await queries.run(
      sql`insert into attendance (company_id, employee_id, employee_code, access_controller_id, event_id,
        event_type, occurred_at, is_processed, created_at)
        values ${join(rows, ', ')} on conflict do nothing`,
    );
  }
}
