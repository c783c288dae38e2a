// Users with their roles, permissions and companies.

import type { AssignedCompany, User } from '../../../src/contract/entities.ts';
import { asUtc, instantOf } from '../../domain/instants.ts';
import { first, only, type Queries } from '../db.ts';
import { join, sql } from '../sql.ts';

/** E-mail addresses are stored and compared in small letters. */
export const normalEmail = (email: string): string => email.trim().toLowerCase();

export interface Credentials {
  id: number;
  email: string;
  password_hash: string;
}

export function findCredentials(queries: Queries, email: string): Promise<Credentials | undefined> {
  return first(queries, sql`select id, email, password_hash from users where email = ${normalEmail(email)}`);
}

export async function hasUsers(queries: Queries): Promise<boolean> {
  return (await first(queries, sql`select id from users limit 1`)) !== undefined;
}

export interface NewUser {
  name: string;
  email: string;
  passwordHash: string;
  roles: readonly number[];
  companies: readonly number[];
}

export async function insertUser(queries: Queries, user: NewUser, at: Date): Promise<number> {
  const { id } = await only<{ id: number }>(
    queries,
    sql`insert into users (name, email, password_hash, created_at)
      values (${user.name}, ${normalEmail(user.email)}, ${user.passwordHash}, ${instantOf(at)}) returning id`,
  );
  const roles = user.roles.map((role) => sql`(${id}, ${role})`);
  if (roles.length > 0)
    await queries.run(sql`insert into user_roles (user_id, role_id) values ${join(roles, ', ')}`);
  const companies = user.companies.map((company) => sql`(${id}, ${company})`);
  if (companies.length > 0) {
    await queries.run(sql`insert into user_companies (user_id, company_id) values ${join(companies, ', ')}`);
  }
  return id;
}

export async function setPassword(queries: Queries, userId: number, passwordHash: string): Promise<void> {
  await queries.run(sql`update users set password_hash = ${passwordHash} where id = ${userId}`);
}

export async function loadUser(queries: Queries, id: number): Promise<User | undefined> {
  const user = await first<{ id: number; name: string; email: string; created_at: string }>(
    queries,
    sql`select id, name, email, created_at from users where id = ${id}`,
  );
  if (!user) return undefined;
  const roles = await rolesOf(queries, id);
  return {
    ...user,
    role: roles[0]?.display_name ?? '',
    roles,
    companies: await companiesOf(queries, id),
    created_at: asUtc(user.created_at),
  };
}

async function rolesOf(queries: Queries, userId: number): Promise<User['roles']> {
  const roles = await queries.all<{ id: number; name: string; display_name: string; is_system: boolean }>(
    sql`select roles.id, roles.name, roles.display_name, roles.is_system
      from user_roles join roles on roles.id = user_roles.role_id
      where user_roles.user_id = ${userId} order by roles.id`,
  );
  const held = await queries.all<{ role_id: number; name: string }>(
    sql`select role_permissions.role_id, permissions.name
      from role_permissions join permissions on permissions.id = role_permissions.permission_id
      where role_permissions.role_id in (${roles.map((role) => role.id)}) order by permissions.id`,
  );
  return roles.map((role) => ({
    ...role,
    permissions: held.filter((permission) => permission.role_id === role.id).map(({ name }) => ({ name })),
  }));
}

function companiesOf(queries: Queries, userId: number): Promise<AssignedCompany[]> {
  return queries.all(
    sql`select companies.id, name, unique_identifier, contact_email, is_active
      from companies join user_companies on user_companies.company_id = companies.id
      where user_companies.user_id = ${userId} and deleted_at is null order by lower(name), companies.id`,
  );
}
