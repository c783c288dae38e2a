// Reads the options of a script. `--help` prints the script's first comment, which explains its use. A wrong option
// ends the script with one sentence.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

export function readOptions(file, { options, ...others } = {}) {
  try {
    const { values, positionals } = parseArgs({ ...others, options: { ...options, help: { type: 'boolean' } } });
    if (!values.help) return { values, positionals };
    const [usage = ''] = /^(?:\/\/.*\n)*/.exec(readFileSync(file, 'utf8')) ?? [];
    console.log(usage.replace(/^\/\/ ?/gm, '').trimEnd());
    process.exit();
  } catch (error) {
    console.error(`${error.message.split('. ')[0]}. --help lists the options.`);
    process.exit(2);
  }
}
