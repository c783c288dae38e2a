// `worker:` imports, see scripts/build/worker.mjs: the address of a script that is bundled on its own.

declare module 'worker:*' {
  const address: string;
  export default address;
}
