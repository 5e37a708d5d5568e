import type { ResolveModulePreloadDependenciesFn } from 'vite'

const ofShell = /\/(rolldown-runtime|i18n|tanstack|react|base|dialog|shell)-[\w-]{8}\.js$/
/** Only the schemas of forms import zod. They are loaded while a form is filled in, where nobody waits for them. */
const ofSchemas = /\/zod-[\w-]{8}\.js$/

/**
 * The shell lists the files of each of its lazy imports, so that a browser loads them together. Its own files are left out of these
 * lists, since whoever runs the shell has them, and so are the schemas.
 */
export const withoutShell: ResolveModulePreloadDependenciesFn = (_file, files, { hostId, hostType }) => {
  if (hostType !== 'js' || !ofShell.test(`/${hostId}`)) return files
  if (files.some((file) => ofSchemas.test(`/${file}`))) return []
  return files.filter((file) => !ofShell.test(`/${file}`))
}
