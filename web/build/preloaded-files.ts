import type { Plugin, ResolveModulePreloadDependenciesFn } from 'vite'

const ofShell = /\/(rolldown-runtime|i18n|libraries|base|shell)-[\w-]{8}\.js$/
/** Only the schemas of forms import zod. They are loaded while a form is filled in, where nobody waits for them. */
const ofSchemas = /\/zod-[\w-]{8}\.js$/
const routeOfStaff =
  /\/web\/src\/routes\/(_bench|_managed|clinic|manager-dashboard|technician-dashboard)[./?]/
/** The scripts of staff's screens. */
const ofStaff = new Set<string>()

/** Notes the scripts of staff's screens before the lists of files are written. */
export function noteFilesOfStaff(): Plugin {
  return {
    name: 'note-files-of-staff',
    apply: 'build',
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle))
        if (file.type === 'chunk' && file.facadeModuleId && routeOfStaff.test(file.facadeModuleId))
          ofStaff.add(file.fileName)
    },
  }
}

/**
 * The shell lists the files of each of its lazy imports, so that a browser loads them together. Its own files are left out of these
 * lists, since whoever runs the shell has them, and so are the schemas. Of staff's screens only style sheets are listed: the names of
 * all their scripts would be 4 kB of each first visit of a patient, and the server names them with the document (route-files.ts).
 */
export const withoutShell: ResolveModulePreloadDependenciesFn = (file, files, { hostId, hostType }) => {
  if (hostType !== 'js' || !ofShell.test(`/${hostId}`)) return files
  if (files.some((one) => ofSchemas.test(`/${one}`))) return []
  if (ofStaff.has(file)) return files.filter((one) => one.endsWith('.css'))
  return files.filter((one) => !ofShell.test(`/${one}`))
}
