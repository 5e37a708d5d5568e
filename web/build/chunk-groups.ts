import { fileURLToPath } from 'node:url'
import type { Rolldown } from 'vite'

/** The modules that a module imports statically, directly or through others, collected once for each build. */
function importsOf(file: string) {
  const start = fileURLToPath(new URL(`../src/${file}`, import.meta.url))
  const found = new WeakMap<Rolldown.ChunkingContext, Set<string>>()
  return (context: Rolldown.ChunkingContext): Set<string> => {
    let imports = found.get(context)
    if (!imports) {
      const importsOfOne = (id: string) => context.getModuleInfo(id)?.importedIds ?? []
      imports = new Set(importsOfOne(start))
      // Iterating a Set also visits members added during the iteration.
      for (const id of imports) for (const imported of importsOfOne(id)) imports.add(imported)
      found.set(context, imports)
    }
    return imports
  }
}

const importsOfShell = importsOf('main.tsx')
/** The landing page loads this dialog on demand, and needs nothing else of the shell. */
const importsOfContact = importsOf('features/contact/open-contact-dialog.tsx')

/**
 * The modules that are bundled together. Without groups a first visit loads some fifty files of script, most under a
 * kilobyte; with them the shell is seven files. `base` holds what the landing page shares with the shell.
 */
export const chunkGroups = [
  // The languages' texts need this part of the shell and no other.
  {
    name: 'i18n',
    priority: 4,
    test: /\/node_modules\/(@lingui|@messageformat|moo)\/|\/web\/src\/lib\/(i18n|trans|translated)\.tsx?$/,
  },
  {
    name: 'base',
    priority: 3,
    test: /preload-helper|\/reach-links\.ts|\/(laboratory-facts|own-home|session|role-home|kept-drafts)\.ts/,
  },
  // A form loads it once somebody fills it in. The shell's modules of the contract name it, and use nothing of it.
  { name: 'zod', priority: 3, test: /node_modules\/zod\// },
  { name: 'react', priority: 2, test: /node_modules\/(react|react-dom|scheduler)\// },
  { name: 'tanstack', priority: 2, test: /node_modules\/@tanstack\/(?!(react-)?table)/ },
  {
    name: (id: string, context: Rolldown.ChunkingContext) => {
      if (!importsOfShell(context).has(id)) return null
      return importsOfContact(context).has(id) ? 'dialog' : 'shell'
    },
    priority: 2,
  },
  // Tables and forms bring libraries that many screens do without.
  { name: 'table', priority: 2, test: /node_modules\/@tanstack\/(react-)?table/ },
  { name: 'form', priority: 2, test: /node_modules\/react-hook-form\// },
  {
    name: 'parts',
    priority: 1,
    test: /\/web\/src\/(?!screen\/(csv|filter|saved|list|use-resource|resource|dialog|form-errors)|ui\/data-table)(ui|lib|api|screen)\/.*\.tsx?$/,
    minShareCount: 4,
  },
]
