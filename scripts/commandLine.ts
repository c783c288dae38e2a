// Command lines: their options, their help, and the sentence for a wrong option.

import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { errorMessage } from '../server/platform/log/log.ts';

/** Thrown for wrong options, with a sentence that has no full stop. */
export class UsageError extends Error {}

export function optionsIn<Options extends ParseArgsOptionsConfig>(args: readonly string[], options: Options) {
  try {
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    throw new UsageError(errorMessage(error));
  }
}

/** Returns the exit code: 1 if the work failed, 2 if the options are wrong. */
export async function runCommand(args: readonly string[], usage: string, work: () => Promise<void>): Promise<number> {
  try {
    if (args.includes('--help')) console.log(usage);
    else await work();
    return 0;
  } catch (error) {
    const isUsage = error instanceof UsageError;
    console.error(isUsage ? `${error.message}. --help lists the options.` : errorMessage(error));
    return isUsage ? 2 : 1;
  }
}
