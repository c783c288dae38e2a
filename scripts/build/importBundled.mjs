// Imports a source module, such as the contract's table of calls, into the build.
import esbuild from 'esbuild';

export async function importBundled(absWorkingDir, entryPoint) {
  const { outputFiles } = await esbuild.build({
    absWorkingDir,
    entryPoints: [entryPoint],
    bundle: true,
    format: 'esm',
    write: false,
  });
  return importText(outputFiles[0].text);
}

export const importText = (script) => import(`data:text/javascript,${encodeURIComponent(script)}`);
