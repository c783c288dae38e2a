import type { PayrollTemplate } from '../../../src/shared/contract/payroll.ts';
import { payrollPresets } from '../../../src/shared/contract/payrollPresets.ts';
import type { CompanyDayRules } from '../../../src/shared/contract/timesheets.ts';
import { workingTimeLaws } from '../../../src/shared/day/workingTimeLaws.ts';
import type { Shifts } from './attendance.ts';
import type { Culture } from './names.ts';

type Office = readonly [address: string, phone: string, latitude: number, longitude: number];

/** The office of each company, by the domain of its e-mails. */
export const offices = {
  ashdownvale: ['14 Wharf Road, Leeds LS1 4GX, United Kingdom', '+44 113 496 0142', 53.794, -1.5477],
  beranger: ['8 rue des Tanneurs, 69002 Lyon, France', '+33 4 65 71 00 18', 45.7578, 4.832],
  'baeckerei-krueger': ['Lindenstraße 27, 04103 Leipzig, Germany', '+49 341 23125 60', 51.3397, 12.3731],
  brightharbour: ['2 Quay Street, Bristol BS1 2HE, United Kingdom', '+44 117 496 0231', 51.4545, -2.5966],
  casaibanez: ['Calle de la Luna 5, 46003 València, Spain', '+34 960 100 224', 39.4747, -0.3757],
  cedarprint: ['311 Cedar Street, Portland, OR 97205, USA', '+1 503 555 0148', 45.5202, -122.6742],
  chateauhebert: ['1 chemin du Parc, 33000 Bordeaux, France', '+33 5 36 49 00 77', 44.8378, -0.5792],
  'dvorak-strojirna': ['Průmyslová 12, 602 00 Brno, Czechia', '+420 541 555 018', 49.1951, 16.6068],
  fjordlys: ['Strandgaten 40, 5013 Bergen, Norway', '+47 55 55 01 90', 60.3913, 5.3221],
  'goncalves-textil': ['Rua da Fábrica 210, 4050-246 Porto, Portugal', '+351 220 110 456', 41.1496, -8.611],
  hanseaticyards: ['Am Kai 3, 20457 Hamburg, Germany', '+49 40 66969 120', 53.5436, 9.9885],
  'helios-metafores': ['Λεωφόρος Συγγρού 88, 117 41 Αθήνα, Greece', '+30 21 1555 0104', 37.9615, 23.7256],
  kestrelsecurity: ['77 Castle Terrace, Edinburgh EH1 2EL, United Kingdom', '+44 131 496 0888', 55.9469, -3.2023],
  'lindqvist-tra': ['Skeppsbron 9, 903 27 Umeå, Sweden', '+46 90 390 60 12', 63.8236, 20.2646],
  marlowefacilities: ['120 King Street West, Toronto, ON M5H 1J9, Canada', '+1 416 555 0119', 43.6479, -79.3812],
  'mueller-praezision': ['Werkstraße 4, 72072 Tübingen, Germany', '+49 7071 5550 33', 48.5216, 9.0576],
  'munoz-agricola': ['Av. de la Paz 1500, Mendoza, Argentina', '+54 261 555 0160', -32.8895, -68.8458],
  niledeltafoods: ['٢١ شارع النيل، القاهرة، مصر', '+20 2 5555 0177', 30.0444, 31.2357],
  'nordlicht-pflege': ['Holstenplatz 18, 24103 Kiel, Germany', '+49 431 5550 74', 54.3233, 10.1228],
  oakridge: ['5 Park Lane, Norwich NR2 1DA, United Kingdom', '+44 1603 960 115', 52.6309, 1.2974],
  'rila-outfitters': ['ул. Граф Игнатиев 30, 1000 София, Bulgaria', '+359 2 555 0131', 42.6977, 23.3219],
  'shapira-optics': ['רחוב הנמל 12, חיפה, ישראל', '+972 4 555 0162', 32.8191, 34.9983],
  sondergaard: ['Havnegade 22, 8000 Aarhus, Denmark', '+45 86 55 01 44', 56.1572, 10.2107],
  'stadtwerke-gruenau': ['Bahnhofplatz 1, 3011 Bern, Switzerland', '+41 31 555 01 20', 46.949, 7.4386],
  'wojcik-meble': ['ul. Długa 17, 80-827 Gdańsk, Poland', '+48 58 555 01 38', 54.3489, 18.6532],
  zephyrground: ['3 Hangar Way, Shannon V14 EE06, Ireland', '+353 61 555 0107', 52.702, -8.9248],
} satisfies Record<string, Office>;

export type HrBehaviour = 'accepts' | 'rejects' | 'isSilent';

export interface SampleCompany {
  name: string;
  domain: keyof typeof offices;
  culture: Culture;
  people: number;
  doors?: number;
  /** Works on Saturdays and Sundays too. By default, it has office hours. */
  shifts?: Shifts;
  /** Employees began to clock in during the last weeks. */
  joinedLately?: boolean;
  /** The last door has sent nothing for a week. */
  silentDoor?: boolean;
  hr?: HrBehaviour;
  inactive?: boolean;
  /** Rules that differ from the usual ones. Used only in a sample with corrections. */
  dayRules?: Partial<CompanyDayRules>;
  /** Used only in a sample with corrections, with a digest on Mondays. */
  payroll?: PayrollTemplate | undefined;
}

export const companies: readonly [SampleCompany, ...SampleCompany[]] = [
  {
    name: 'Ashdown & Vale Logistics',
    domain: 'ashdownvale',
    culture: 'english',
    people: 34,
    doors: 3,
    shifts: 'twoShifts',
    hr: 'accepts',
  },
  { name: 'Atelier Béranger', domain: 'beranger', culture: 'french', people: 7, hr: 'accepts' },
  {
    name: 'Bäckerei Krüger',
    domain: 'baeckerei-krueger',
    culture: 'german',
    people: 9,
    doors: 2,
    shifts: 'twoShifts',
    hr: 'rejects',
    dayRules: { working_time: workingTimeLaws.de?.limits },
    payroll: payrollPresets.lug?.template,
  },
  {
    name: 'Bright Harbour Clinics',
    domain: 'brightharbour',
    culture: 'english',
    people: 180,
    doors: 6,
    shifts: 'twoShifts',
    hr: 'accepts',
    joinedLately: true,
    dayRules: { needs_second_person: true },
  },
  { name: 'Casa Ibáñez Hoteles', domain: 'casaibanez', culture: 'iberian', people: 20, doors: 2, shifts: 'twoShifts' },
  {
    name: 'Cedar Street Print',
    domain: 'cedarprint',
    culture: 'english',
    people: 8,
    shifts: 'twoShifts',
    hr: 'isSilent',
  },
  { name: 'Château Hébert', domain: 'chateauhebert', culture: 'french', people: 6, inactive: true },
  { name: 'Dvořák Strojírna', domain: 'dvorak-strojirna', culture: 'slavic', people: 11, doors: 2, hr: 'accepts' },
  { name: 'Fjordlys Energi', domain: 'fjordlys', culture: 'nordic', people: 8, hr: 'accepts' },
  { name: 'Gonçalves Têxtil', domain: 'goncalves-textil', culture: 'iberian', people: 12, doors: 2 },
  {
    name: 'Hanseatic Yards',
    domain: 'hanseaticyards',
    culture: 'german',
    people: 10,
    doors: 3,
    hr: 'accepts',
    silentDoor: true,
  },
  { name: 'Helios Μεταφορές', domain: 'helios-metafores', culture: 'greek', people: 7 },
  {
    name: 'Kestrel Security Services',
    domain: 'kestrelsecurity',
    culture: 'english',
    people: 22,
    doors: 4,
    shifts: 'aroundTheClock',
    hr: 'accepts',
    dayRules: { starts_at: '04:00' },
  },
  { name: 'Lindqvist Trä AB', domain: 'lindqvist-tra', culture: 'nordic', people: 6 },
  { name: 'Marlowe Facilities', domain: 'marlowefacilities', culture: 'english', people: 16, doors: 2 },
  { name: 'Müller Präzision', domain: 'mueller-praezision', culture: 'german', people: 9, doors: 2, hr: 'accepts' },
  { name: 'Muñoz Agrícola', domain: 'munoz-agricola', culture: 'iberian', people: 7 },
  { name: 'Nile Delta Foods', domain: 'niledeltafoods', culture: 'arabic', people: 13, doors: 2 },
  { name: 'Nordlicht Pflege', domain: 'nordlicht-pflege', culture: 'german', people: 8, inactive: true },
  { name: 'Oakridge Schools Trust', domain: 'oakridge', culture: 'english', people: 30, doors: 5, hr: 'accepts' },
  { name: 'Rila Mountain Outfitters', domain: 'rila-outfitters', culture: 'cyrillic', people: 6 },
  { name: 'Shapira Optics', domain: 'shapira-optics', culture: 'hebrew', people: 6 },
  { name: 'Søndergaard Møbler', domain: 'sondergaard', culture: 'nordic', people: 8, doors: 2 },
  { name: 'Stadtwerke Grünau', domain: 'stadtwerke-gruenau', culture: 'german', people: 12, doors: 3, hr: 'accepts' },
  { name: 'Wójcik Meble', domain: 'wojcik-meble', culture: 'slavic', people: 7, hr: 'accepts' },
  { name: 'Zephyr Aviation Ground', domain: 'zephyrground', culture: 'english', people: 6, inactive: true },
];
