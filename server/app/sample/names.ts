// Names of people, their jobs and doors.

import type { Chance } from './random.ts';

interface Names {
  given: string;
  family: string;
}

/** Names in other scripts are followed by their Latin form, which e-mail addresses take: 'Ελένη=eleni'. */
const names = {
  english: {
    given:
      'Grace Oliver Amelia Harry Freya Callum Nia Rhys Siobhán Declan Imogen Theo Priya Marcus Beatrix Ewan Zara Gareth Holly Kwame Martha Angus Niamh Leonard',
    family:
      'Whitcombe O’Connor Ashworth Pemberton Okafor Llewellyn Fairbairn Singh Holloway Mackenzie Thistlewood Adeyemi Pritchard Hargreaves Ramsay Bannister Chowdhury Fitzgerald Lockwood Trevithick Mbeki Sinclair Eastwood Rowntree',
  },
  french: {
    given: 'Amélie François Chloé Jérôme Maëlys Raphaël Élodie Gaël Zoé Benoît Noémie Étienne',
    family: 'Lefèvre D’Aubigné Crépin Benoît-Lévy Noël Delacroix Fontaine Garçon Mérieux Rousseau Séguin Vasseur',
  },
  german: {
    given: 'Jürgen Änne Sören Käthe Björn Ulrike Lukas Frieda Jörg Annegret Matthias Hannelore Till Marlies',
    family: 'Weiß Schröder Groß Jäger Böhm Vogt Lüders Hartmann Kühn Seidel Pfeiffer Brandt Thälmann Oßwald',
  },
  iberian: {
    given: 'José Begoña João Iñaki Conceição Martín Lucía Tomás Inês Andrés Mònica Gonçalo',
    family: 'Peña Simões Núñez Araújo Castaño Ferreira Ordóñez Sepúlveda Magalhães Ibarra Quintão Valdés',
  },
  nordic: {
    given: 'Åsa Bjørn Sólveig Øyvind Þóra Mikkel Päivi Jörgen Signe Eeva Håkon Tuulikki',
    family: 'Sørensen Ångström Mäkinen Guðmundsson Østergård Hämäläinen Håkansson Nygård Bærentsen Lund',
  },
  slavic: {
    given: 'Łukasz Zdeňka Žofie Stanisław Šárka Małgorzata Ondřej Đorđe Anežka Čedomir Jiří Agnieszka',
    family: 'Kovačević Szczęsny Růžička Žižka Mazur Šimůnek Kamiński Novák Zieliński Hlaváček',
  },
  greek: {
    given: 'Ελένη=eleni Γιώργος=giorgos Μαρία=maria Νίκος=nikos Σοφία=sofia Δημήτρης=dimitris Κατερίνα=katerina',
    family: 'Οικονόμου=ikonomou Βασιλείου=vasiliou Αθανασίου=athanasiou Αγγέλου=angelou Γεωργίου=georgiou',
  },
  cyrillic: {
    given: 'Олена=olena Дмитро=dmytro Мария=maria Стоян=stoyan Наталія=nataliia Ирина=irina Богдан=bohdan',
    family: 'Шевченко=shevchenko Коваленко=kovalenko Їжакевич=yizhakevych Бондаренко=bondarenko Гриценко=hrytsenko',
  },
  arabic: {
    given: 'فاطمة=fatima محمد=mohamed ليلى=layla أحمد=ahmed نور=nour يوسف=youssef مريم=mariam خالد=khaled',
    family: 'المنصوري=almansouri حداد=haddad الشامي=alshami نجار=najjar العبيدي=alobeidi قاسم=qasim',
  },
  hebrew: {
    given: 'נועה=noa דוד=david תמר=tamar יוסף=yosef מיכל=michal אורי=uri רות=ruth',
    family: 'כהן=cohen לוי=levi מזרחי=mizrahi פרידמן=friedman ביטון=biton',
  },
} as const satisfies Record<string, Names>;

export type Culture = keyof typeof names;

export interface FullName {
  name: string;
  /** The part of an e-mail address before the @. */
  mailbox: string;
}

/** Draws names of a culture, in a random order; no two are equal. */
export function createNames(chance: Chance): (culture: Culture) => FullName {
  const drawn = new Map<Culture, { pairs: FullName[]; count: number }>();
  return (culture) => {
    const state = drawn.get(culture) ?? { pairs: shuffled(pairsOf(names[culture]), chance), count: 0 };
    drawn.set(culture, state);
    const round = Math.floor(state.count / state.pairs.length);
    const pair = state.pairs[state.count++ % state.pairs.length];
    if (!pair) throw new Error(`There are no ${culture} names`);
    return round === 0
      ? pair
      : { name: `${pair.name} ${'I'.repeat(round + 1)}`, mailbox: `${pair.mailbox}.${round + 1}` };
  };
}

function pairsOf({ given, family }: Names): FullName[] {
  return given.split(' ').flatMap((first) =>
    family.split(' ').map((last) => ({
      name: `${written(first)} ${written(last)}`,
      mailbox: `${latin(first)}.${latin(last)}`,
    })),
  );
}

const written = (name: string) => name.split('=')[0] ?? name;

const plainLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  ø: 'o',
  æ: 'ae',
  ð: 'd',
  đ: 'd',
  þ: 'th',
  ł: 'l',
};

const latin = (name: string) =>
  (name.split('=')[1] ?? name)
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f’]/g, '')
    .replaceAll(/[ßøæðđþł]/g, (letter) => plainLetters[letter] ?? letter);

function shuffled<T>(items: readonly T[], chance: Chance): T[] {
  return items
    .map((item) => ({ item, rank: chance.next() }))
    .sort((one, other) => one.rank - other.rank)
    .map(({ item }) => item);
}

type Job = readonly [department: string, position: string];

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
/** A company with three doors has the first two of these. */
export const otherDoors = ['Staff entrance', 'Loading dock', 'Car park gate', 'Workshop', 'North wing'] as const;
