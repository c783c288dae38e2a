// The fields of an employee that a file may have, and how its columns may be called.

export const valueFields = [
  'employee_id',
  'name',
  'email',
  'phone',
  'department',
  'position',
  'crm_employee_id',
  'employed_from',
  'employed_until',
] as const;
export type ValueField = (typeof valueFields)[number];

export type Field = ValueField | 'company' | 'first_name' | 'last_name';

/** The position of each field's column in the file. */
export type Columns = { readonly [F in Field]?: number };

interface FieldNames {
  label: string;
  /** Spelled in English, German, French and Spanish, without spaces, accents and signs; the surest first. */
  spellings: string;
}

export const fieldNames: Readonly<Record<Field, FieldNames>> = {
  company: {
    label: 'Company',
    spellings:
      'company companyname companyidentifier companyid firma firmenname unternehmen gesellschaft mandant arbeitgeber entreprise societe empresa compania sociedad employer organization organisation client customer kunde',
  },
  employee_id: {
    label: 'Employee ID',
    spellings:
      'employeeid employeenumber employeeno personnelnumber personnelno personnelid staffid staffnumber payrollnumber badgeid badgenumber badge personalnummer personalnr persnr mitarbeiternummer mitarbeiternr mitarbeiterid ausweisnummer matricule matriculesalarie numerodemploye numeroemploye idemploye idempleado numerodeempleado numeroempleado legajo id number nummer nr no numero code codigo',
  },
  name: {
    label: 'Name',
    spellings:
      'name fullname employeename displayname vollstandigername mitarbeitername nomcomplet nometprenom nomprenom nombrecompleto nombreyapellidos employee mitarbeiter mitarbeiterin nom nombre empleado salarie',
  },
  first_name: { label: 'First Name', spellings: 'firstname givenname forename vorname rufname prenom nombredepila' },
  last_name: {
    label: 'Last Name',
    spellings: 'lastname surname familyname nachname familienname nomdefamille apellidos apellido',
  },
  email: {
    label: 'Email',
    spellings:
      'email mail emailaddress mailaddress workemail emailadresse mailadresse courriel adresseemail adressemail correo correoelectronico',
  },
  phone: {
    label: 'Phone',
    spellings:
      'phone phonenumber telephone telephonenumber mobile mobilephone cellphone telefon telefonnummer tel handy mobil rufnummer numerodetelephone telefono movil',
  },
  department: {
    label: 'Department',
    spellings: 'department dept team unit abteilung bereich departement service departamento area',
  },
  position: {
    label: 'Position',
    spellings: 'position jobtitle title job role funktion stelle beruf tatigkeit poste fonction puesto cargo',
  },
  crm_employee_id: {
    label: 'CRM Employee ID',
    spellings: 'crmemployeeid crmid externalid hrid crmnummer',
  },
  employed_from: {
    label: 'Employed From',
    spellings:
      'employedfrom hiredate startdate entrydate joiningdate eintrittsdatum eintritt eintrittam datedentree dateentree datedembauche fechadealta fechadeingreso',
  },
  employed_until: {
    label: 'Employed Until',
    spellings:
      'employeduntil exitdate enddate leavingdate terminationdate austrittsdatum austritt austrittam datedesortie datesortie fechadebaja fechadesalida',
  },
};

const isField = (name: string): name is Field => name in fieldNames;
export const fields: readonly Field[] = Object.keys(fieldNames).filter(isField);

export const isDate = (field: Field): boolean => field === 'employed_from' || field === 'employed_until';
const specified = fields.filter((field) => !isDate(field));

/** Leaves out the dates of an employment, which only some servers keep. */
export const fieldsWith = (hasEmployment: boolean): readonly Field[] => (hasEmployment ? fields : specified);
