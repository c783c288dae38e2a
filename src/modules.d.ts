// What the bundler lets us import beside TypeScript.

declare module '*.module.css' {
  const classes: Readonly<Record<string, string>>;
  export = classes;
}
declare module '*.css' {}
// `worker:` imports, see scripts/build/worker.mjs: the address of a script that is bundled on its own.

declare module 'worker:*' {
  const address: string;
  export default address;
}
