// A file that others import too becomes two for esbuild: a chunk with its code, and a file under its own name that only
// hands on what the chunk has, which would be one request more. Here the chunk takes its name's place: it exports the
// same by itself, and whoever imports the detour imports the chunk. Nothing that a source map points to moves.

/** Changes the outputs and the metafile of a minified build. */
export function withoutDetours({ outputFiles, metafile: { outputs } }) {
  const fileOf = (name) => outputFiles.find(({ path: file }) => file.endsWith(`/${name}`));
  for (const [name, { entryPoint, inputs }] of Object.entries(outputs)) {
    if (!entryPoint || !name.endsWith('.js') || Object.keys(inputs).length > 0) continue;
    const { chunk, statement } = handedOn(fileOf(name).text);
    const [from, to] = [`import("./${name.split('/').at(-1)}")`, `import("./${chunk}")`];
    const importers = outputFiles.filter((file) => file.path.endsWith('.js') && file.text.includes(from));
    for (const file of importers) change(file, (text) => text.replaceAll(from, to.padEnd(from.length)));
    if (importers.length > 0) {
      change(fileOf(`assets/${chunk}`), (text) => text.replace(/(?=\n\/\/# sourceMappingURL)/, statement(text)));
    }
    outputs[`dist/assets/${chunk}`].entryPoint = entryPoint;
    for (const gone of [name, `${name}.map`]) {
      outputFiles.splice(outputFiles.indexOf(fileOf(gone)), 1);
      delete outputs[gone];
    }
    for (const { imports } of Object.values(outputs)) {
      for (const each of imports) if (each.path === name) each.path = `dist/assets/${chunk}`;
    }
  }
}

/** The chunk that has the code, and the statement by which it exports the same names. */
function handedOn(text) {
  const [, list = ''] = /export\{([^}]*)\}/.exec(text) ?? [];
  const exported = list.split(',').filter(Boolean).map(pair);
  const sources = [...text.matchAll(/import(?:\{([^}]*)\}from)?"\.\/([^"]+)"/g)].map(([, names = '', chunk]) => ({
    chunk,
    names: names.split(',').filter(Boolean).map(pair),
  }));
  const has = ({ names }) => exported.every(([local]) => names.some(([, alias]) => alias === local));
  const { chunk, names } = sources.find(has);
  const statement = (code) => {
    const own = new Map(
      [.../export\{([^}]*)\};?\s*(?:\n|$)/.exec(code)[1].split(',')].map(pair).map(([local, alias]) => [alias, local]),
    );
    const aliasOf = (local) => names.find(([, alias]) => alias === local)[0];
    return `export{${exported.map(([local, name]) => `${own.get(aliasOf(local))} as ${name}`).join()}};`;
  };
  return { chunk, statement };
}

/** ['a', 'b'] of 'a as b', ['a', 'a'] of 'a'. */
function pair(text) {
  const [one, other = one] = text.split(' as ');
  return [one, other];
}

function change(file, edit) {
  file.contents = Buffer.from(edit(file.text));
}
