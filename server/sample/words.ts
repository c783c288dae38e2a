// Names of employees in several scripts, their jobs, and doors.

type Some = readonly [string, ...string[]];

export const names = {
  english: {
    given: ['Grace', 'Oliver', 'Amelia', 'Harry', 'Freya', 'Callum', 'Nia', 'Rhys', 'Siobhán', 'Declan'],
    family: ['Whitfield', 'O’Connor', 'Ashdown', 'Pemberton', 'Okafor', 'Llewellyn', 'Fairbairn', 'Singh'],
  },
  french: {
    given: ['Amélie', 'François', 'Chloé', 'Jérôme', 'Inès', 'Raphaël', 'Maëlys', 'Gaël', 'Zoé', 'Benoît'],
    family: ['Lefèvre', 'Béranger', 'D’Aubigné', 'Crépin', 'Benoît-Lévy', 'Hébert', 'Château', 'Noël'],
  },
  german: {
    given: ['Jürgen', 'Änne', 'Sören', 'Käthe', 'Björn', 'Ulrike', 'Lukas', 'Frieda', 'Jörg', 'Mäggi'],
    family: ['Müller', 'Weiß', 'Schröder', 'Krüger', 'Groß', 'Jäger', 'von der Heide', 'Böhm'],
  },
  iberian: {
    given: ['José', 'Begoña', 'João', 'Iñaki', 'Conceição', 'Martín', 'Lucía', 'Tomás', 'Inês', 'Andrés'],
    family: ['Muñoz', 'Gonçalves', 'Peña', 'Ibáñez', 'Simões', 'Núñez', 'Araújo', 'Castaño'],
  },
  nordic: {
    given: ['Åsa', 'Bjørn', 'Sólveig', 'Øyvind', 'Þóra', 'Mikkel', 'Päivi', 'Jörgen', 'Signe', 'Eeva'],
    family: ['Sørensen', 'Ångström', 'Mäkinen', 'Guðmundsson', 'Østergård', 'Hämäläinen', 'Lindqvist', 'Håkansson'],
  },
  slavic: {
    given: ['Łukasz', 'Zdeňka', 'Žofie', 'Stanisław', 'Šárka', 'Małgorzata', 'Ondřej', 'Đorđe', 'Anežka', 'Čedomir'],
    family: ['Wójcik', 'Dvořák', 'Kovačević', 'Szczęsny', 'Růžička', 'Žižka', 'Gołębiewska', 'Šimůnek'],
  },
  greek: {
    given: ['Ελένη', 'Γιώργος', 'Μαρία', 'Νίκος', 'Σοφία', 'Δημήτρης', 'Κατερίνα', 'Παναγιώτης'],
    family: ['Παπαδοπούλου', 'Οικονόμου', 'Νικολαΐδης', 'Βασιλείου', 'Καραγιάννης', 'Αθανασίου'],
  },
  cyrillic: {
    given: ['Олена', 'Дмитро', 'Мария', 'Стоян', 'Наталія', 'Александър', 'Ирина', 'Богдан'],
    family: ['Шевченко', 'Петрова', 'Коваленко', 'Димитров', 'Їжакевич', 'Соколова'],
  },
  arabic: {
    given: ['فاطمة', 'محمد', 'ليلى', 'أحمد', 'نور', 'يوسف', 'مريم', 'خالد'],
    family: ['المنصوري', 'حداد', 'الشامي', 'نجار', 'العبيدي', 'قاسم'],
  },
  hebrew: {
    given: ['נועה', 'דוד', 'תמר', 'יוסף', 'מיכל', 'אורי', 'רות', 'אבי'],
    family: ['כהן', 'לוי', 'מזרחי', 'פרידמן', 'ביטון', 'שפירא'],
  },
} as const satisfies Record<string, { given: Some; family: Some }>;

type Job = readonly [department: string, position: string];

export type Culture = keyof typeof names;

export const jobs: readonly [Job, ...Job[]] = [
  ['Operations', 'Shift lead'],
  ['Operations', 'Technician'],
  ['Operations', 'Dispatcher'],
  ['Finance', 'Accountant'],
  ['Human Resources', 'HR partner'],
  ['Customer Service', 'Agent'],
  ['Engineering', 'Engineer'],
  ['Facilities', 'Caretaker'],
  ['Sales', 'Account manager'],
];

export const mainDoor = 'Main entrance';
export const otherDoors = ['Staff entrance', 'Loading dock', 'Car park gate', 'Workshop', 'Warehouse door'] as const;
