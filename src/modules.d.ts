// Imports that the bundler handles.

declare module '*.module.css' {
  const classes: Readonly<Record<string, string>>;
  export = classes;
}
declare module '*.css' {}
// The address of a separately bundled script, see scripts/build/worker.mjs.

declare module 'worker:*' {
  const address: string;
  export default address;
}
