import { fileURLToPath } from 'node:url'
import type { Rolldown } from 'vite'

/** What a module imports statically, directly or through others, found once for each build. */
function importsOf(file: string) {
  const start = fileURLToPath(new URL(`../src/${file}`, import.meta.url))
  const found = new WeakMap<Rolldown.ChunkingContext, Set<string>>()
  return (context: Rolldown.ChunkingContext): Set<string> => {
    const known = found.get(context)
    if (known) return known
    const imports = new Set<string>()
    const follow = (id: string) => {
      for (const imported of context.getModuleInfo(id)?.importedIds ?? []) {
        if (imports.has(imported)) continue
        imports.add(imported)
        follow(imported)
      }
    }
    follow(start)
    found.set(context, imports)
    return imports
  }
}

const importsOfShell = importsOf('main.tsx')
/** The landing page loads it when it is asked for, and then has no use for the rest of the shell. */
const importsOfContact = importsOf('features/contact/open-contact-dialog.tsx')

/**
 * What is loaded together. Left alone, a first visit is some fifty files of script, most under a kilobyte; with these groups
 * the shell is seven. `base` is what the landing page shares with the shell: outside it, that page would load the parts, and
 * React with them, for a style sheet.
 */
export const chunkGroups = [
  {
    name: 'base',
    priority: 3,
    test: /preload-helper|\/ui\/style\/|\/ui\/(brand|button|drawings)\.module\.css|\/reach-links\.ts|\/laboratory-facts\.ts/,
  },
  { name: 'react', priority: 2, test: /node_modules\/(react|react-dom|scheduler)\// },
  { name: 'tanstack', priority: 2, test: /node_modules\/@tanstack\// },
  {
    name: (id: string, context: Rolldown.ChunkingContext) => {
      if (!importsOfShell(context).has(id)) return null
      return importsOfContact(context).has(id) ? 'dialog' : 'shell'
    },
    priority: 2,
  },
  { name: 'parts', priority: 1, test: /\/web\/src\/(ui|lib|api)\/.*\.tsx?$/, minShareCount: 4 },
]
