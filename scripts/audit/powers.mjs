// Powers of code, judged by the APIs it names. Code may never use them, and obscured names are not found, but an API
// that a new version names for the first time is worth a review.

/** Browser APIs, which the content security policy limits. */
const browser = {
  'call other hosts': /\bfetch\s*\(|\bXMLHttpRequest\b|\bWebSocket\b|\bEventSource\b|\bsendBeacon\b/,
  'run text as code': /\beval\s*\(|\bnew Function\b|\bimportScripts\b/,
  'turn text into HTML': /\b(?:inner|outer)HTML\b|\binsertAdjacentHTML\b|\bdocument\.write\b/,
  'start workers': /\bnew Worker\b/,
  'read or write storage': /\b(?:local|session)Storage\b|\bindexedDB\b|\bdocument\.cookie\b/,
  'change the page': /\bdocument\.(?:create|body|head|get|query)|\.(?:appendChild|createElement)\b/,
  'change the address': /\bhistory\.(?:push|replace)State\b|\bpushState\b|\blocation\.(?:href|assign|replace)\b/,
};

/** Node APIs, by imported module. */
const modules = {
  'call other hosts': ['net', 'tls', 'http', 'https', 'dgram', 'dns', 'http2'],
  'read or write files': ['fs', 'fs/promises'],
  'start programs': ['child_process', 'cluster'],
  'run text as code': ['vm'],
  'start workers': ['worker_threads'],
};
const importsOf = (text) =>
  [...text.matchAll(/\b(?:require\(|from|import\(?)\s*['"](?:node:)?([\w/]+)['"]/g)].map((match) => match[1]);

export function browserPowers(texts) {
  return Object.entries(browser)
    .filter(([, sign]) => texts.some((text) => sign.test(text)))
    .map(([power]) => power);
}

export function nodePowers(texts) {
  const imported = new Set(texts.flatMap(importsOf));
  const named = Object.entries(modules).filter(([, names]) => names.some((name) => imported.has(name)));
  const powers = named.map(([power]) => power);
  if (texts.some((text) => /\bprocess\.env\b/.test(text))) powers.push('read the environment');
  if (texts.some((text) => /\bWebAssembly\b/.test(text))) powers.push('run WebAssembly');
  return powers;
}
