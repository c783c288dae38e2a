// The house rules that the linter cannot express, each with samples that break it: the direction of imports, the
// packages of each floor, and bans.
import { importsOf, isScript, type Source, withoutComments } from './sources.ts';

interface HouseRule {
  readonly name: string;
  readonly appliesTo: (file: string) => boolean;
  /** What breaks the rule in this file. */
  readonly findings: (source: Source) => readonly string[];
  /** Sources that each break the rule, to prove that it works. */
  readonly samples: readonly Source[];
}

function placeOf(file: string) {
  const [side = '', floor = ''] = file.split('/');
  return { side, floor };
}

/** The floors of both sides, from the top. Entry points above them, such as server/main.ts, are on none. */
const floors = ['app', 'features', 'platform', 'shared'];

/** The packages that files in a folder may import; the first folder that fits counts. */
const packages: readonly [folder: string, names: readonly string[]][] = [
  ['src/shared/', []],
  ['src/platform/export/', ['write-excel-file', 'jspdf']],
  ['src/', ['react', 'react-dom', 'wouter', 'clsx']],
  ['server/platform/db/', ['node:', 'postgres']],
  ['server/platform/mail/', ['node:', 'nodemailer']],
  ['server/features/signIn/', ['node:', 'oauth4webapi']],
  ['server/', ['node:']],
];

const isCode = (file: string) => /^(?:src|server)\//.test(file) && isScript(file);
const isConsole = (file: string) => file.startsWith('src/') && isScript(file);
const isTypeScript = (file: string) => /\.tsx?$/.test(file);
const isOurs = (name: string) => /^(?:src|server|styles|tests|scripts)\//.test(name);

const matches = (text: string, ...patterns: readonly RegExp[]) =>
  patterns.flatMap((pattern) => [...text.matchAll(pattern)].map((match) => match[0].trim()));

const arrows: HouseRule = {
  name: 'imports point down: shared imports nothing else, platform no feature, nothing app, the server of src only shared',
  appliesTo: isCode,
  findings(source) {
    const from = placeOf(source.file);
    if (from.floor.includes('.')) return []; // an entry
    if (!floors.includes(from.floor)) return [`no floor of the house: ${from.floor}`];
    return importsOf(source)
      .filter(isOurs)
      .filter((target) => {
        const to = placeOf(target);
        if (to.side === 'styles') return from.floor !== 'app';
        if (to.floor === 'shared') return to.side !== 'src';
        return to.side !== from.side || floors.indexOf(to.floor) < floors.indexOf(from.floor);
      });
  },
  samples: [
    { file: 'src/platform/ui/Badge.tsx', text: "import { words } from '../../features/roles/words.ts';" },
    { file: 'src/shared/contract/rules.ts', text: "import { client } from '../../platform/api/client.ts';" },
    { file: 'src/features/users/Users.tsx', text: "import type { Shell } from '../../app/shell/Shell.tsx';" },
    { file: 'src/features/users/Users.tsx', text: "const App = lazy(() => import('../../app/App.tsx'));" },
    { file: 'src/platform/api/client.ts', text: "import { db } from '../../../server/platform/db/open.ts';" },
    { file: 'server/app/app.ts', text: "import { today } from '../../src/platform/today.ts';" },
    { file: 'server/platform/db/open.ts', text: "import { roles } from '../../features/people/roleQueries.ts';" },
    { file: 'src/helpers/text.ts', text: '' },
  ],
};

/** The folders and files right in `folder`, such as 'src/features', and which of them each imports. */
export function graphOf(folder: string, imports: ReadonlyMap<string, readonly string[]>): Map<string, string[]> {
  const inside = `${folder}/`;
  const entryOf = (file: string) => (file.startsWith(inside) ? file.slice(inside.length).split('/')[0] : undefined);
  const graph = new Map<string, string[]>();
  for (const [file, targets] of imports) {
    const entry = entryOf(file);
    if (!entry) continue;
    const others = targets.flatMap((target) => entryOf(target) ?? []);
    graph.set(entry, [...(graph.get(entry) ?? []), ...others.filter((other) => other !== entry)]);
  }
  return graph;
}

const knownPackages: HouseRule = {
  name: 'every floor imports only its packages',
  appliesTo: isCode,
  findings(source) {
    const [, allowed] = packages.find(([folder]) => source.file.startsWith(folder)) ?? ['', []];
    return importsOf(source).filter((name) => !isOurs(name) && !allowed.includes(name));
  },
  samples: [
    { file: 'src/platform/hooks/useResource.ts', text: "import { useQuery } from '@tanstack/react-query';" },
    { file: 'src/shared/contract/rules.ts', text: "import { z } from 'zod';" },
    { file: 'src/shared/day/pairEvents.ts', text: "import { useMemo } from 'react';" },
    { file: 'src/features/attendance/list.ts', text: "import { jsPDF } from 'jspdf';" },
    { file: 'src/shared/words/time.ts', text: "import { readFileSync } from 'node:fs';" },
    { file: 'server/app/app.ts', text: "import express from 'express';" },
  ],
};

const colourNames = 'black|silver|gr[ae]y|white|red|purple|green|lime|olive|yellow|navy|blue|teal|orange';

const colourFunctions = /\b(?:rgba?|hsla?|hwb|oklch|oklab|lab|lch|color)\(/g;
const coloursInStyles = [
  colourFunctions,
  /#[0-9a-f]{3,8}\b/gi,
  new RegExp(`:[^;{}]*(?<![\\w-])(?:${colourNames})(?![\\w-])`, 'g'),
];
const coloursInScripts = [
  colourFunctions,
  /['"`]#[0-9a-f]{3,8}['"`]/gi,
  /\b(?:fill|stroke|color)="(?!none|currentColor)[^"]*"/g,
];

const coloursAreTokens: HouseRule = {
  name: 'colours are named in styles/tokens.css only',
  appliesTo: (file) => /^(?:src|styles)\/.*\.(?:css|tsx?)$/.test(file) && file !== 'styles/tokens.css',
  findings: ({ file, text }) =>
    matches(withoutComments(text), ...(file.endsWith('.css') ? coloursInStyles : coloursInScripts)),
  samples: [
    { file: 'src/platform/ui/Button.module.css', text: '.button { color: #fff }' },
    { file: 'src/platform/ui/Button.module.css', text: '.button { border: 1px solid white; }' },
    { file: 'styles/base.css', text: 'body { background: oklch(90% 0 0); }' },
    { file: 'src/platform/ui/Icon.tsx', text: '<path stroke="red" />' },
    { file: 'src/platform/ui/data/BarChart.tsx', text: "const bar = '#3366cc';" },
  ],
};

const noRawHtml: HouseRule = {
  name: 'no text is assigned as HTML, and no element is given a style attribute',
  appliesTo: isConsole,
  findings: ({ text }) =>
    matches(
      withoutComments(text),
      /\.(?:innerHTML|outerHTML|insertAdjacentHTML)\b/g,
      /\bdocument\.write\b|\bsetAttribute\(\s*'style'/g,
    ),
  samples: [
    { file: 'src/platform/ui/feedback/Banner.tsx', text: 'element.innerHTML = message;' },
    { file: 'src/platform/ui/feedback/Banner.tsx', text: "element.insertAdjacentHTML('beforeend', message);" },
    { file: 'src/platform/ui/feedback/Banner.tsx', text: 'document.write(message);' },
    { file: 'src/platform/ui/data/Badge.tsx', text: "element.setAttribute('style', text);" },
  ],
};

const honestTypes: HouseRule = {
  name: 'no cast and no comment silences the compiler',
  appliesTo: (file) => isTypeScript(file) && file !== 'tests/support/house/houseRules.ts', // it has the samples
  findings: ({ text }) => matches(text, /@ts-(?:expect-error|nocheck)/g, /[\w)\]}'"`] as (?:never|unknown as)\b/g),
  samples: [
    { file: 'src/platform/api/client.ts', text: 'const user = body as unknown as User;' },
    { file: 'src/platform/api/client.ts', text: 'const user: User = body as never;' },
    { file: 'server/app/app.ts', text: '// @ts-expect-error' },
  ],
};

const checkedClasses: HouseRule = {
  name: 'CSS modules are imported as a namespace, so that a mistyped class fails the build',
  appliesTo: isConsole,
  findings: ({ text }) => matches(withoutComments(text), /import\s+(?!\*)[^;]*?from\s*'[^']*\.module\.css'/g),
  samples: [{ file: 'src/platform/ui/data/Badge.tsx', text: "import s from './Badge.module.css';" }],
};

const noStylesByCheckedDescendants: HouseRule = {
  name: 'no style asks :has(:checked): with one, a checkbox restyles its row, and Select All every cell of a table',
  appliesTo: (file) => /^(?:src|styles)\/.*\.css$/.test(file),
  findings: ({ text }) => matches(withoutComments(text), /:has\([^{};]*:checked/g),
  samples: [{ file: 'src/platform/ui/data/CardGrid.module.css', text: '.card:has(> label :checked) { opacity: 1; }' }],
};

/** The styles without those for print, where nothing changes. */
const onScreen = (text: string) => withoutComments(text).replaceAll(/^( *)@media print \{\n(?:\1 .*\n|\n)*/gm, '');

const noStylesByWholePage: HouseRule = {
  name: 'no style asks :has() of the whole page: whatever is added to it then restyles every cell (see usePageMark)',
  appliesTo: (file) => /^(?:src|styles)\/.*\.css$/.test(file),
  findings: ({ text }) => matches(onScreen(text), /(?:\bhtml|\bbody|:root)[^{},]*:has\(/g),
  samples: [
    { file: 'src/platform/ui/overlays/Dialog.module.css', text: 'html:has(.dialog:modal) { overflow: hidden; }' },
    { file: 'src/app/shell/ShellExtras.module.css', text: ':root:not(:has(main table)) .columns { display: none; }' },
  ],
};

const noStylesByAnySibling: HouseRule = {
  name: 'no style is for what follows any element, or any of a tag: each element added before a list restyles all of it',
  appliesTo: (file) => /^(?:src|styles)\/.*\.css$/.test(file),
  findings: ({ text }) => matches(withoutComments(text), /(?<=^|[\s>,}])(?:\*|[a-z]\w*)\s*[+~]\s*[\w*.:#[]+/gm),
  samples: [
    { file: 'src/platform/ui/data/Table.module.css', text: '.table tr + tr { border: 0; }' },
    { file: 'src/features/signIn/profile/ProfileScreen.module.css', text: '.parts > * + * { margin: 0; }' },
  ],
};

const rowLocks = 'server/platform/db/rowLocks.ts';

const locksInOrder: HouseRule = {
  name: 'rows are locked by rowLocks.ts only, which keeps their order',
  appliesTo: (file) => file.startsWith('server/') && isScript(file) && file !== rowLocks,
  findings: ({ text }) => matches(withoutComments(text), /\bfor (?:no key update|update|share|key share)\b/gi),
  samples: [
    { file: 'server/features/hr/syncState.ts', text: 'sql`select holder from hr_leases where id = 1 for update`' },
    { file: 'server/features/people/userQueries.ts', text: 'sql`select id from users where id = 1 for share`' },
  ],
};

// Split into pieces, since the rule applies to this file too.
const machineFolders = ['work', 'root', 'home', 'Users', 'tmp'].join('|');
const machinePath = new RegExp(`(?<![\\w.}*)\\]])/(?:${machineFolders})/[\\w.-]+`, 'g');
const registryHost = new RegExp(['npmjs', 'yarnpkg'].map((name) => `registry.${name}`).join('|'), 'g');

const nothingLocal: HouseRule = {
  name: 'no path of a machine and no registry is named',
  appliesTo: () => true,
  findings: ({ text }) => matches(text, machinePath, registryHost),
  samples: [
    { file: 'README.md', text: ['', 'home', 'me', 'rollcall'].join('/') },
    { file: 'package-lock.json', text: `"https://${['registry', 'npmjs', 'org'].join('.')}/clsx"` },
  ],
};

/** Keeps "today" the business's day, wherever the browser is. */
const oneCalendar: HouseRule = {
  name: 'only format/days.ts reads the calendar and the clock of the browser',
  appliesTo: (file) => isConsole(file) && file !== 'src/shared/words/days.ts',
  findings: ({ text }) =>
    matches(withoutComments(text), /\.get(?:FullYear|Month|Date|Day|Hours|Minutes|Seconds|TimezoneOffset)\(/g),
  samples: [{ file: 'src/features/attendance/list.ts', text: 'const today = new Date().getDate();' }],
};

const makesClocks =
  /^server\/platform\/time\/|^server\/features\/settings\/clocks\.ts$|^server\/app\/sample\/|^server\/app\/commands\/seed\.ts$/;
const hasOtherZones = /^server\/features\/(?:devices|hr\/connectors|hr\/schedule)\//;

/** Takes days from the company's clock, since a day belongs to a company. */
const oneClock: HouseRule = {
  name: 'days come from the clock of a company: only settings/clocks.ts makes one, and only doors and HR systems have others',
  appliesTo: (file) => file.startsWith('server/') && isScript(file) && !makesClocks.test(file),
  findings: ({ file, text }) =>
    matches(
      withoutComments(text),
      /\bclocks?In\(|\bDateTimeFormat\(/g,
      /\b(?:instantOf\([^)]*\)|occurredAt|occurred_at)\.slice\(0, 10\)/g,
      ...(hasOtherZones.test(file) ? [] : [/\btimeIn\(/g]),
    ),
  samples: [
    { file: 'server/features/presence/loadPresence.ts', text: "const clock = clockIn('Europe/Athens');" },
    { file: 'server/features/timesheets/sheets.ts', text: 'const day = row.occurred_at.slice(0, 10);' },
    { file: 'server/features/hr/syncCompany.ts', text: 'const today = instantOf(now).slice(0, 10);' },
    { file: 'server/features/workday/loadDays.ts', text: 'const { dayOf } = timeIn(zone);' },
    { file: 'server/app/api.ts', text: 'const format = new Intl.DateTimeFormat(zone);' },
  ],
};

/** Pairs of names: code with both lists the fields of a company, a controller or an employee. */
const listedTogether = [
  ['crm_company_id', 'contact_phone'],
  ['crm_location_id', 'device_id'],
  ['crm_employee_id', 'phone'],
];

/** The field tables, the places that lay fields out by hand, and the sample data. */
const mayListFields =
  /^src\/shared\/contract\/(?:companies|controllers|employees)\.ts$|^src\/features\/\w+\/\w+(?:Dialog|Card|Table)\.tsx$|^src\/features\/employees\/import\/columns\.ts$|^server\/(?:app\/sample|platform\/db\/migrations)\//;

const fieldsOnce: HouseRule = {
  name: "a record's fields are listed in its table, and by hand only where they are laid out",
  appliesTo: (file) => isCode(file) && !mayListFields.test(file),
  findings({ text }) {
    const words = new Set(withoutComments(text).match(/\w+/g));
    return listedTogether.filter((names) => names.every((name) => words.has(name))).map((names) => names.join(', '));
  },
  samples: [
    {
      file: 'server/features/employees/employeeQueries.ts',
      text: 'sql`select name, email, phone, crm_employee_id from employees`',
    },
    {
      file: 'src/features/controllers/ControllersBulk.tsx',
      text: 'const body = { device_id: now.device_id, crm_location_id: now.crm_location_id };',
    },
    { file: 'src/features/hr/companies.ts', text: "const copied = ['contact_phone', 'crm_company_id'] as const;" },
  ],
};

export const houseRules: readonly HouseRule[] = [
  arrows,
  knownPackages,
  coloursAreTokens,
  noRawHtml,
  honestTypes,
  checkedClasses,
  noStylesByCheckedDescendants,
  noStylesByWholePage,
  noStylesByAnySibling,
  locksInOrder,
  nothingLocal,
  oneCalendar,
  oneClock,
  fieldsOnce,
];
