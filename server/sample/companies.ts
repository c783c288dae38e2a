// The companies of the sample data.

import type { Culture } from './words.ts';

export interface SampleCompany {
  name: string;
  domain: string;
  address: string;
  phone: string;
  culture: Culture;
  position: readonly [latitude: number, longitude: number];
  /** Works on Saturdays and Sundays too. */
  everyDay?: boolean;
  inactive?: boolean;
}

export const companies: readonly [SampleCompany, ...SampleCompany[]] = [
  {
    name: 'Ashdown & Vale Logistics', domain: 'ashdownvale',
    address: '14 Wharf Road, Leeds LS1 4GX, United Kingdom',
    phone: '+44 113 496 0142', culture: 'english',
    position: [53.794, -1.5477], everyDay: true,
  },
  {
    name: 'Atelier Béranger', domain: 'beranger',
    address: '8 rue des Tanneurs, 69002 Lyon, France',
    phone: '+33 4 65 71 00 18', culture: 'french',
    position: [45.7578, 4.832],
  },
  {
    name: 'Bäckerei Krüger', domain: 'baeckerei-krueger',
    address: 'Lindenstraße 27, 04103 Leipzig, Germany',
    phone: '+49 341 23125 60', culture: 'german',
    position: [51.3397, 12.3731], everyDay: true,
  },
  {
    name: 'Bright Harbour Clinics', domain: 'brightharbour',
    address: '2 Quay Street, Bristol BS1 2HE, United Kingdom',
    phone: '+44 117 496 0231', culture: 'english',
    position: [51.4545, -2.5966], everyDay: true,
  },
  {
    name: 'Casa Ibáñez Hoteles', domain: 'casaibanez',
    address: 'Calle de la Luna 5, 46003 València, Spain',
    phone: '+34 960 100 224', culture: 'iberian',
    position: [39.4747, -0.3757], everyDay: true,
  },
  {
    name: 'Cedar Street Print', domain: 'cedarprint',
    address: '311 Cedar Street, Portland, OR 97205, USA',
    phone: '+1 503 555 0148', culture: 'english',
    position: [45.5202, -122.6742],
  },
  {
    name: 'Château Hébert', domain: 'chateauhebert',
    address: '1 chemin du Parc, 33000 Bordeaux, France',
    phone: '+33 5 36 49 00 77', culture: 'french',
    position: [44.8378, -0.5792], inactive: true,
  },
  {
    name: 'Dvořák Strojírna', domain: 'dvorak-strojirna',
    address: 'Průmyslová 12, 602 00 Brno, Czechia',
    phone: '+420 541 555 018', culture: 'slavic',
    position: [49.1951, 16.6068],
  },
  {
    name: 'Fjordlys Energi', domain: 'fjordlys',
    address: 'Strandgaten 40, 5013 Bergen, Norway',
    phone: '+47 55 55 01 90', culture: 'nordic',
    position: [60.3913, 5.3221],
  },
  {
    name: 'Gonçalves Têxtil', domain: 'goncalves-textil',
    address: 'Rua da Fábrica 210, 4050-246 Porto, Portugal',
    phone: '+351 220 110 456', culture: 'iberian',
    position: [41.1496, -8.611],
  },
  {
    name: 'Hanseatic Yards', domain: 'hanseaticyards',
    address: 'Am Kai 3, 20457 Hamburg, Germany',
    phone: '+49 40 66969 120', culture: 'german',
    position: [53.5436, 9.9885],
  },
  {
    name: 'Helios Μεταφορές', domain: 'helios-metafores',
    address: 'Λεωφόρος Συγγρού 88, 117 41 Αθήνα, Greece',
    phone: '+30 21 1555 0104', culture: 'greek',
    position: [37.9615, 23.7256],
  },
  {
    name: 'Kestrel Security Services', domain: 'kestrelsecurity',
    address: '77 Castle Terrace, Edinburgh EH1 2EL, United Kingdom',
    phone: '+44 131 496 0888', culture: 'english',
    position: [55.9469, -3.2023], everyDay: true,
  },
  {
    name: 'Lindqvist Trä AB', domain: 'lindqvist-tra',
    address: 'Skeppsbron 9, 903 27 Umeå, Sweden',
    phone: '+46 90 390 60 12', culture: 'nordic',
    position: [63.8236, 20.2646],
  },
  {
    name: 'Marlowe Facilities', domain: 'marlowefacilities',
    address: '120 King Street West, Toronto, ON M5H 1J9, Canada',
    phone: '+1 416 555 0119', culture: 'english',
    position: [43.6479, -79.3812],
  },
  {
    name: 'Müller Präzision', domain: 'mueller-praezision',
    address: 'Werkstraße 4, 72072 Tübingen, Germany',
    phone: '+49 7071 5550 33', culture: 'german',
    position: [48.5216, 9.0576],
  },
  {
    name: 'Muñoz Agrícola', domain: 'munoz-agricola',
    address: 'Av. de la Paz 1500, Mendoza, Argentina',
    phone: '+54 261 555 0160', culture: 'iberian',
    position: [-32.8895, -68.8458],
  },
  {
    name: 'Nile Delta Foods', domain: 'niledeltafoods',
    address: '٢١ شارع النيل، القاهرة، مصر',
    phone: '+20 2 5555 0177', culture: 'arabic',
    position: [30.0444, 31.2357],
  },
  {
    name: 'Nordlicht Pflege', domain: 'nordlicht-pflege',
    address: 'Holstenplatz 18, 24103 Kiel, Germany',
    phone: '+49 431 5550 74', culture: 'german',
    position: [54.3233, 10.1228], inactive: true,
  },
  {
    name: 'Oakridge Schools Trust', domain: 'oakridge',
    address: '5 Park Lane, Norwich NR2 1DA, United Kingdom',
    phone: '+44 1603 960 115', culture: 'english',
    position: [52.6309, 1.2974],
  },
  {
    name: 'Rila Mountain Outfitters', domain: 'rila-outfitters',
    address: 'ул. Граф Игнатиев 30, 1000 София, Bulgaria',
    phone: '+359 2 555 0131', culture: 'cyrillic',
    position: [42.6977, 23.3219],
  },
  {
    name: 'Shapira Optics', domain: 'shapira-optics',
    address: 'רחוב הנמל 12, חיפה, ישראל',
    phone: '+972 4 555 0162', culture: 'hebrew',
    position: [32.8191, 34.9983],
  },
  {
    name: 'Søndergaard Møbler', domain: 'sondergaard',
    address: 'Havnegade 22, 8000 Aarhus, Denmark',
    phone: '+45 86 55 01 44', culture: 'nordic',
    position: [56.1572, 10.2107],
  },
  {
    name: 'Stadtwerke Grünau', domain: 'stadtwerke-gruenau',
    address: 'Bahnhofplatz 1, 3011 Bern, Switzerland',
    phone: '+41 31 555 01 20', culture: 'german',
    position: [46.949, 7.4386],
  },
  {
    name: 'Wójcik Meble', domain: 'wojcik-meble',
    address: 'ul. Długa 17, 80-827 Gdańsk, Poland',
    phone: '+48 58 555 01 38', culture: 'slavic',
    position: [54.3489, 18.6532],
  },
  {
    name: 'Zephyr Aviation Ground', domain: 'zephyrground',
    address: '3 Hangar Way, Shannon V14 EE06, Ireland',
    phone: '+353 61 555 0107', culture: 'english',
    position: [52.702, -8.9248], inactive: true,
  },
];
