// The columns of a file of employees: one for each field, for the company, and for the parts of a name. They are found by
// the names in the first row, or by what the cells look like.

import { employeeFields } from '../../../shared/contract/employees.ts';
import { fieldsWith, mapFields, namesOf } from '../../../shared/contract/fields.ts';
import { folded } from '../../../shared/contract/searchText.ts';

export type ValueField = keyof typeof employeeFields;
export const valueFields = namesOf(employeeFields);

export type Field = ValueField | 'company' | 'first_name' | 'last_name';

export const fields: readonly Field[] = [
  'company',
  ...valueFields.flatMap((field): Field[] => (field === 'name' ? ['name', 'first_name', 'last_name'] : [field])),
];

/** The fields kept by a server that announces these features. */
export function fieldsFor(features: readonly string[]): readonly Field[] {
  const kept = fieldsWith(employeeFields, features);
  return fields.filter((field) => field in kept || !(field in employeeFields));
}

/** The position of each field's column in the file. */
export type Columns = { readonly [F in Field]?: number };

export const labels: Readonly<Record<Field, string>> = {
  company: 'Company',
  first_name: 'First Name',
  last_name: 'Last Name',
  ...mapFields(employeeFields, (name) => employeeFields[name].label),
};

/**
 * What columns may be called in English, German, French and Spanish, without spaces, accents and signs; the surest
 * first. Other fields' columns are called as in the form.
 */
const spellings: { readonly [F in Field]?: string } = {
  company:
    'company companyname companyidentifier companyid firma firmenname unternehmen gesellschaft mandant arbeitgeber entreprise societe empresa compania sociedad employer organization organisation client customer kunde',
  employee_id:
    'employeeid employeenumber employeeno employeecode empid empno empcode personnelnumber personnelno personnelid staffid staffnumber payrollnumber badgeid badgenumber badge personalnummer personalnr persnr mitarbeiternummer mitarbeiternr mitarbeiterid ausweisnummer matricule matriculesalarie numerodemploye numeroemploye idemploye idempleado numerodeempleado numeroempleado legajo id number nummer nr no numero code codigo',
  name: 'name fullname employeename displayname vollstandigername mitarbeitername nomcomplet nometprenom nomprenom nombrecompleto nombreyapellidos employee mitarbeiter mitarbeiterin nom nombre empleado salarie',
  first_name: 'firstname givenname forename vorname rufname prenom nombredepila',
  last_name: 'lastname surname familyname nachname familienname nomdefamille apellidos apellido',
  email:
    'email mail emailaddress mailaddress workemail emailadresse mailadresse courriel adresseemail adressemail correo correoelectronico',
  phone:
    'phone phonenumber telephone telephonenumber mobile mobilephone cellphone telefon telefonnummer tel handy mobil rufnummer numerodetelephone telefono movil',
  department: 'department dept team unit abteilung bereich departement service departamento area',
  position: 'position jobtitle title job role funktion stelle beruf tatigkeit poste fonction puesto cargo',
  crm_employee_id: 'crmemployeeid crmid externalid hrid crmnummer',
  employed_from:
    'employedfrom hiredate startdate entrydate joiningdate dateofjoining einstellungsdatum eintrittsdatum eintritt eintrittam datedentree dateentree datedembauche fechadealta fechadeingreso',
  employed_until:
    'employeduntil exitdate enddate leavingdate terminationdate austrittsdatum austritt austrittam datedesortie datesortie fechadebaja fechadesalida',
};

/** Reads 'Employee #' as a number, not a name. A column '#' only counts the rows. */
const plain = (header: string) => folded(header.replace(/(?<=\p{L}\s*)#/u, ' number')).replace(/[^\p{L}\p{N}]/gu, '');

export function matchColumns(headers: readonly string[], wanted = fields): Columns {
  const names = headers.map(plain);
  const columns: { [F in Field]?: number } = {};
  for (const field of wanted) {
    const spelling = (spellings[field] ?? plain(labels[field])).split(' ').find((each) => names.includes(each));
    if (spelling !== undefined) columns[field] = names.indexOf(spelling);
  }
  return columns;
}

/** Tells whether a row is a header: it has a known name, and no cell is a number or an e-mail address. */
export const hasHeader = (cells: readonly string[]): boolean =>
  Object.keys(matchColumns(cells)).length > 0 && !cells.some((cell) => /@|^\d+$/.test(cell.trim()));

/** Excel lists may have a title or two above the header. */
const mostRowsAbove = 10;
const filled = (cells: readonly string[]) => cells.filter((cell) => cell.trim() !== '').length;

/** Finds the header: the first row, or one that names the ID, below shorter rows. -1 if there is none. */
export function headerIn(rows: readonly (readonly string[])[]): number {
  const named = rows
    .slice(0, mostRowsAbove)
    .findIndex(
      (cells, index) =>
        hasHeader(cells) &&
        matchColumns(cells).employee_id !== undefined &&
        rows.slice(0, index).every((above) => filled(above) < filled(cells)),
    );
  return named === -1 && hasHeader(rows[0] ?? []) ? 0 : named;
}

const sampled = 50;

/** Guesses the columns of a file without column names, by what most of their cells look like. */
export function guessColumns(rows: readonly (readonly string[])[], isCompany: (text: string) => boolean): Columns {
  const sample = rows.slice(0, sampled);
  const columns: { [F in Field]?: number } = {};
  const taken = new Set<number>();
  const width = Math.max(0, ...sample.map((cells) => cells.length));

  function claim(field: Field, looksRight: (text: string) => boolean) {
    for (let column = 0; column < width; column += 1) {
      if (taken.has(column)) continue;
      const texts = sample.map((cells) => cells[column]?.trim() ?? '').filter((text) => text !== '');
      if (texts.length === 0 || texts.filter(looksRight).length < texts.length * 0.8) continue;
      taken.add(column);
      columns[field] = column;
      return;
    }
  }

  claim('email', (text) => /^[^\s@]+@[^\s@]+$/.test(text));
  claim('company', isCompany);
  claim('phone', (text) => /^(?:\+|00?\d)[\d\s()/.-]{6,}$/.test(text) && /[\s()/+-]/.test(text));
  claim('employee_id', (text) => /^\S*\d\S*$/.test(text));
  claim('name', (text) => /^\p{L}.*\s\S/u.test(text));
  return columns;
}
