// Starts a worker of ours. A strict content security policy wants its address vouched for (Trusted Types), by
// the one policy that it names.

interface Policy {
  createScriptURL(address: string): string;
}

interface PolicyFactory {
  createPolicy(name: string, rules: Policy): Policy;
}

declare global {
  interface Window {
    readonly trustedTypes?: PolicyFactory;
  }
}

function createPolicy(): Policy | undefined {
  const rules: Policy = {
    createScriptURL(address) {
      if (new URL(address).origin !== location.origin) throw new TypeError('A worker of another site is refused');
      return address;
    },
  };
  return window.trustedTypes?.createPolicy('rollcall', rules);
}

let policy: Policy | undefined;

/**
 * `name` is what a `worker:` import gives: relative to the importing script, which stands beside the worker.
 */
export function startWorker(name: string): Worker {
  const address = new URL(name, import.meta.url).href;
  policy ??= createPolicy();
  return new Worker(policy?.createScriptURL(address) ?? address, { type: 'module' });
}
