import { fileURLToPath } from 'node:url'
import type { Rolldown } from 'vite'

const shell = fileURLToPath(new URL('../src/main.tsx', import.meta.url))

/** The modules that the shell imports statically: every screen needs them. Collected once for each build. */
const inShell = new WeakMap<Rolldown.ChunkingContext, Set<string>>()

function modulesOfShell(context: Rolldown.ChunkingContext): Set<string> {
  const known = inShell.get(context)
  if (known) return known
  const modules = new Set([shell])
  // A set hands out what is added to it meanwhile.
  for (const module of modules) {
    for (const imported of context.getModuleInfo(module)?.importedIds ?? []) modules.add(imported)
  }
  inShell.set(context, modules)
  return modules
}

/**
 * What is loaded together. Left alone, a first visit is some fifty files of script, most under a kilobyte; with these groups
 * the shell is six. `base` is what the landing page shares with the shell: outside it, that page would load the parts, and
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
    name: (id: string, context: Rolldown.ChunkingContext) =>
      modulesOfShell(context).has(id) ? 'shell' : null,
    priority: 2,
  },
  { name: 'parts', priority: 1, test: /\/web\/src\/(ui|lib|api)\/.*\.tsx?$/, minShareCount: 4 },
]
