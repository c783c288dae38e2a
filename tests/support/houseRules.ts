// The house rules that the linter cannot express, each with samples that break it: the arrows between the
// parts, their packages, and what is banned.
import { importsOf, isScript, withoutComments, type Source } from './sources.ts';

export interface HouseRule {
  readonly name: string;
  readonly appliesTo: (file: string) => boolean;
  /** What breaks the rule in this file. */
  readonly findings: (source: Source) => readonly string[];
  /** Each breaks the rule, which proves that it works. */
  readonly samples: readonly Source[];
}

interface Part {
  /** Our other parts that it may import. */
  readonly parts: readonly string[];
  readonly packages: readonly string[];
}

const below = {
  ui: ['format'],
  api: ['contract', 'format', 'boot'],
  session: ['contract', 'format', 'boot', 'api'],
  hooks: ['contract', 'format', 'boot', 'api', 'session', 'ui'],
};
const beneathScreens = [...below.hooks, 'hooks', 'crud', 'csv', 'export', 'bulk', 'day'];

const server = (...rooms: string[]) => rooms.map((room) => `server/${room}`);
const infrastructure = ['contract', ...server('platform', 'time', 'db')];
const belowDomains = [...infrastructure, ...server('access', 'audit', 'mail', 'records')];
const domains = server(
  'people',
  'signIn',
  'auditReading',
  'apiTokens',
  'settings',
  'companies',
  'employees',
  'controllers',
  'hr',
  'attendance',
  'exports',
  'day',
  'corrections',
  'presence',
  'devices',
  'privacy',
);

/** Parts of src by folder; those of server by folder, or by file at its root. */
export const parts: Readonly<Record<string, Part>> = {
  contract: { parts: [], packages: [] },
  boot: { parts: [], packages: [] },
  format: { parts: ['contract'], packages: [] },
  day: { parts: ['contract'], packages: [] },
  ui: { parts: below.ui, packages: ['react', 'react-dom', 'clsx'] },
  api: { parts: below.api, packages: [] },
  session: { parts: below.session, packages: ['react'] },
  hooks: { parts: below.hooks, packages: ['react', 'wouter'] },
  export: { parts: [...below.api, 'boot', 'api', 'csv'], packages: ['write-excel-file', 'jspdf'] },
  csv: { parts: ['contract', 'format'], packages: [] },
  bulk: { parts: [...below.hooks, 'hooks', 'export'], packages: ['react', 'clsx'] },
  crud: { parts: [...below.hooks, 'hooks', 'export', 'bulk'], packages: ['react', 'wouter', 'clsx'] },
  import: { parts: beneathScreens, packages: ['react', 'clsx'] },
  rights: { parts: beneathScreens, packages: ['react', 'clsx'] },
  hr: { parts: beneathScreens, packages: ['react', 'wouter', 'clsx'] },
  corrections: { parts: beneathScreens, packages: ['react', 'wouter', 'clsx'] },
  dayRules: { parts: beneathScreens, packages: ['react'] },
  codes: { parts: beneathScreens, packages: ['react', 'wouter'] },
  signIn: { parts: beneathScreens, packages: ['react', 'clsx'] },
  privacy: { parts: beneathScreens, packages: ['react', 'wouter', 'clsx'] },
  credentials: { parts: [...beneathScreens, 'signIn'], packages: ['react'] },
  screens: {
    parts: [
      ...beneathScreens,
      'hr',
      'import',
      'corrections',
      'dayRules',
      'codes',
      'rights',
      'signIn',
      'privacy',
      'credentials',
    ],
    packages: ['react', 'wouter', 'clsx'],
  },
  app: {
    parts: [...beneathScreens, 'hr', 'signIn', 'rights', 'screens', 'styles'],
    packages: ['react', 'react-dom', 'wouter', 'clsx'],
  },
  entries: { parts: ['boot', 'app', 'styles'], packages: ['react', 'react-dom'] },
  'server/platform': { parts: [], packages: ['node:'] },
  'server/time': { parts: [], packages: [] },
  'server/db': { parts: ['contract', ...server('platform')], packages: ['node:', 'postgres'] },
  'server/access': { parts: infrastructure, packages: ['node:'] },
  'server/audit': { parts: infrastructure, packages: ['node:'] },
  'server/mail': { parts: infrastructure, packages: ['nodemailer'] },
  'server/http': { parts: server('platform'), packages: ['node:'] },
  'server/records': { parts: [...infrastructure, ...server('access', 'audit', 'mail')], packages: ['node:'] },
  'server/people': { parts: [...belowDomains, ...server('settings')], packages: [] },
  'server/signIn': { parts: [...belowDomains, ...server('people', 'settings')], packages: ['node:', 'oauth4webapi'] },
  'server/apiTokens': { parts: [...belowDomains, ...server('people', 'settings')], packages: ['node:'] },
  'server/auditReading': { parts: [...belowDomains, ...server('settings')], packages: [] },
  'server/settings': { parts: belowDomains, packages: [] },
  'server/companies': { parts: [...belowDomains, ...server('people')], packages: ['node:'] },
  'server/employees': { parts: [...belowDomains, ...server('companies', 'day')], packages: [] },
  'server/controllers': {
    parts: [...belowDomains, ...server('settings', 'companies')],
    packages: [],
  },
  'server/day': { parts: [...belowDomains, 'day', 'format', ...server('settings', 'companies')], packages: ['node:'] },
  'server/corrections': {
    parts: [...belowDomains, 'day', 'format', ...server('settings', 'companies', 'day', 'hr')],
    packages: [],
  },
  'server/devices': {
    parts: [
      ...belowDomains,
      'day',
      'format',
      ...server('http', 'settings', 'companies', 'employees', 'controllers', 'day', 'corrections', 'hr'),
    ],
    packages: ['node:'],
  },
  'server/presence': {
    parts: [...belowDomains, 'day', ...server('companies', 'settings', 'day', 'devices')],
    packages: [],
  },
  'server/privacy': { parts: [...belowDomains, ...server('people', 'settings', 'day')], packages: ['node:'] },
  'server/hr': { parts: [...belowDomains, 'day', ...server('companies', 'settings', 'day')], packages: ['node:'] },
  'server/attendance': { parts: [...belowDomains, ...server('settings', 'hr', 'day')], packages: ['node:'] },
  'server/exports': { parts: [...belowDomains, 'format', ...server('settings', 'attendance')], packages: ['node:'] },
  'server/sample': {
    parts: [...belowDomains, ...server('people', 'hr', 'day', 'corrections', 'devices')],
    packages: ['node:'],
  },
  'server/backup': { parts: [...infrastructure, ...server('audit', 'mail', 'settings')], packages: ['node:'] },
  'server/handlers': { parts: ['contract', ...server('records'), ...domains], packages: [] },
  'server/metrics': { parts: server('platform', 'time', 'db', 'http'), packages: ['node:'] },
  'server/api': {
    parts: [...belowDomains, ...server('http', 'people', 'settings', 'apiTokens', 'handlers')],
    packages: ['node:'],
  },
  'server/healthz': { parts: server('db', 'platform'), packages: ['node:'] },
  'server/app': {
    parts: [...belowDomains, ...server('http', 'metrics', 'devices', 'signIn', 'healthz', 'api')],
    packages: ['node:'],
  },
  'server/config': { parts: ['contract', ...server('platform', 'time')], packages: ['node:'] },
  'server/commands': {
    parts: [...belowDomains, ...domains, ...server('backup', 'http', 'metrics', 'sample', 'app', 'config')],
    packages: ['node:'],
  },
  'server/main': { parts: server('platform', 'db', 'config', 'commands'), packages: ['node:'] },
};

function partOf(file: string): string {
  const [top = '', folder = '', ...rest] = file.split('/');
  if (top === 'server') return `server/${folder.replace(/\.ts$/, '')}`;
  if (top !== 'src') return top;
  return rest.length > 0 ? folder : 'entries';
}

const isCode = (file: string) => /^(?:src|server)\//.test(file) && isScript(file);
const isConsole = (file: string) => file.startsWith('src/') && isScript(file);
const isTypeScript = (file: string) => /\.tsx?$/.test(file);
const isOurs = (name: string) => /^(?:src|server|styles|tests|scripts)\//.test(name);

const matches = (text: string, ...patterns: readonly RegExp[]) =>
  patterns.flatMap((pattern) => [...text.matchAll(pattern)].map((match) => match[0].trim()));

const arrows: HouseRule = {
  name: 'arrows between the parts point one way, and screens never import each other',
  appliesTo: isCode,
  findings(source) {
    const part = partOf(source.file);
    const allowed = parts[part];
    if (!allowed) return [`no part of the house: ${part}`];
    const screenOf = (file: string) => file.split('/')[2];
    return importsOf(source)
      .filter(isOurs)
      .filter((target) => {
        const other = partOf(target);
        if (other !== part) return !allowed.parts.includes(other);
        return part === 'screens' && screenOf(target) !== screenOf(source.file);
      });
  },
  samples: [
    { file: 'src/ui/data/Badge.tsx', text: "import { api } from '../../api/client.ts';" },
    { file: 'src/contract/rules.ts', text: "import { formatTime } from '../format/time.ts';" },
    { file: 'src/screens/users/Users.tsx', text: "import type { Card } from '../roles/Card.tsx';" },
    { file: 'src/screens/users/Users.tsx', text: "const Role = lazy(() => import('../roles/Role.tsx'));" },
    { file: 'src/api/client.ts', text: "import { db } from '../../server/db/open.ts';" },
    { file: 'server/app.ts', text: "import { formatTime } from '../src/format/time.ts';" },
    { file: 'server/db/open.ts', text: "import { alignPermissions } from '../people/roleQueries.ts';" },
    { file: 'server/hr/syncCompany.ts', text: "import { HttpError } from '../http/errors.ts';" },
    { file: 'src/helpers/text.ts', text: '' },
  ],
};

const knownPackages: HouseRule = {
  name: 'every part imports only its packages',
  appliesTo: isCode,
  findings: (source) =>
    importsOf(source).filter((name) => !isOurs(name) && !parts[partOf(source.file)]?.packages.includes(name)),
  samples: [
    { file: 'src/hooks/useResource.ts', text: "import { useQuery } from '@tanstack/react-query';" },
    { file: 'src/contract/rules.ts', text: "import { z } from 'zod';" },
    { file: 'src/ui/Link.tsx', text: "import { Link } from 'wouter';" },
    { file: 'src/format/time.ts', text: "import { readFileSync } from 'node:fs';" },
    { file: 'server/app.ts', text: "import express from 'express';" },
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
    { file: 'src/ui/Button.module.css', text: '.button { color: #fff }' },
    { file: 'src/ui/Button.module.css', text: '.button { border: 1px solid white; }' },
    { file: 'styles/base.css', text: 'body { background: oklch(90% 0 0); }' },
    { file: 'src/ui/Icon.tsx', text: '<path stroke="red" />' },
    { file: 'src/ui/data/BarChart.tsx', text: "const bar = '#3366cc';" },
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
    { file: 'src/ui/feedback/Banner.tsx', text: 'element.innerHTML = message;' },
    { file: 'src/ui/feedback/Banner.tsx', text: "element.insertAdjacentHTML('beforeend', message);" },
    { file: 'src/ui/feedback/Banner.tsx', text: 'document.write(message);' },
    { file: 'src/ui/data/Badge.tsx', text: "element.setAttribute('style', text);" },
  ],
};

const honestTypes: HouseRule = {
  name: 'no cast and no comment silences the compiler',
  appliesTo: (file) => isTypeScript(file) && file !== 'tests/support/houseRules.ts', // it has the samples
  findings: ({ text }) => matches(text, /@ts-(?:expect-error|nocheck)/g, /[\w)\]}'"`] as (?:never|unknown as)\b/g),
  samples: [
    { file: 'src/api/client.ts', text: 'const user = body as unknown as User;' },
    { file: 'src/api/client.ts', text: 'const user: User = body as never;' },
    { file: 'server/app.ts', text: '// @ts-expect-error' },
  ],
};

const checkedClasses: HouseRule = {
  name: 'CSS modules are imported as a namespace, so that a mistyped class fails the build',
  appliesTo: isConsole,
  findings: ({ text }) => matches(withoutComments(text), /import\s+(?!\*)[^;]*?from\s*'[^']*\.module\.css'/g),
  samples: [{ file: 'src/ui/data/Badge.tsx', text: "import s from './Badge.module.css';" }],
};

const noStylesByCheckedDescendants: HouseRule = {
  name: 'no style asks :has(:checked): with one, a checkbox restyles its row, and Select All every cell of a table',
  appliesTo: (file) => /^(?:src|styles)\/.*\.css$/.test(file),
  findings: ({ text }) => matches(withoutComments(text), /:has\([^{};]*:checked/g),
  samples: [{ file: 'src/ui/data/CardGrid.module.css', text: '.card:has(> label :checked) { opacity: 1; }' }],
};

const noStylesByAnySibling: HouseRule = {
  name: 'no style is for what follows any element, or any of a tag: each element added before a list restyles all of it',
  appliesTo: (file) => /^(?:src|styles)\/.*\.css$/.test(file),
  findings: ({ text }) => matches(withoutComments(text), /(?<=^|[\s>,}])(?:\*|[a-z]\w*)\s*[+~]\s*[\w*.:#[]+/gm),
  samples: [
    { file: 'src/ui/data/Table.module.css', text: '.table tr + tr { border: 0; }' },
    { file: 'src/screens/profile/ProfileScreen.module.css', text: '.parts > * + * { margin: 0; }' },
  ],
};

/** The second copies a table to one beside it, a part at a time. */
const mayLock = ['server/db/rowLocks.ts', 'server/db/postgres/months/moveLive.ts'];

const locksInOrder: HouseRule = {
  name: 'rows are locked by rowLocks.ts only, which keeps their order',
  appliesTo: (file) => file.startsWith('server/') && isScript(file) && !mayLock.includes(file),
  findings: ({ text }) => matches(withoutComments(text), /\bfor (?:no key update|update|share|key share)\b/gi),
  samples: [
    { file: 'server/hr/leaseQueries.ts', text: 'sql`select holder from hr_leases where id = 1 for update`' },
    { file: 'server/people/userQueries.ts', text: 'sql`select id from users where id = 1 for share`' },
  ],
};

// Written in pieces, since the rule applies to this file too.
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

/** "Today" is the business's day, wherever the browser is. */
const oneCalendar: HouseRule = {
  name: 'only format/days.ts reads the calendar and the clock of the browser',
  appliesTo: (file) => isConsole(file) && file !== 'src/format/days.ts',
  findings: ({ text }) =>
    matches(withoutComments(text), /\.get(?:FullYear|Month|Date|Day|Hours|Minutes|Seconds|TimezoneOffset)\(/g),
  samples: [{ file: 'src/screens/attendance/list.ts', text: 'const today = new Date().getDate();' }],
};

export const houseRules: readonly HouseRule[] = [
  arrows,
  knownPackages,
  coloursAreTokens,
  noRawHtml,
  honestTypes,
  checkedClasses,
  noStylesByCheckedDescendants,
  noStylesByAnySibling,
  locksInOrder,
  nothingLocal,
  oneCalendar,
];
