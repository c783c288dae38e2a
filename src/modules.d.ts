// What the bundler lets us import beside TypeScript.

declare module '*.module.css' {
  const classes: Readonly<Record<string, string>>;
  export = classes;
}
declare module '*.css' {}
