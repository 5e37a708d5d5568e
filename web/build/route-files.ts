import type { Plugin, Rolldown } from 'vite'

type Route = { path: string; file: string; segments: readonly string[] }

/**
 * Writes `route-files.json`: the scripts that each screen needs beyond those of the shell. The server names them in a header of the
 * shell's document, so that a browser loads them together with the shell. Otherwise it would ask for them only after the shell has
 * run. Style sheets are left out: where a guard leads to another screen, the browser would warn of each sheet that it did not use.
 */
export function routeFiles(): Plugin {
  return {
    name: 'route-files',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
      const shell = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith('/web/app.html'))
      if (!shell) throw new Error('app.html has no script')
      const ofShell = neededBy([shell], byName)
      const routes = chunks.flatMap(({ moduleIds }) => moduleIds.flatMap(routeOf))
      const files = routes.filter(isScreen).map(({ path, segments }) => {
        const frames = routes.filter((other) => isFrameOf(other.segments, segments)).map(({ file }) => file)
        const parts = chunks.filter(({ moduleIds }) =>
          moduleIds.some(
            (id) => /\?tsr-split=.*\bcomponent/.test(id) && frames.includes(id.split('?')[0] ?? ''),
          ),
        )
        return [path, [...neededBy(parts, byName)].filter((name) => !ofShell.has(name))] as const
      })
      const source = JSON.stringify(Object.fromEntries(files.filter(([, names]) => names.length > 0)))
      this.emitFile({ type: 'asset', fileName: 'route-files.json', source })
    },
  }
}

/** `routes/_public/tech-page.$id.tsx` is the route `/tech-page/$id`. Parts of a name that begin with `_` are not in the address. */
function routeOf(id: string): Route[] {
  const [file = '', query] = id.split('?')
  const name = /\/web\/src\/routes\/([^-].*)\.tsx$/.exec(file)?.[1]
  if (query !== undefined || !name || name === '__root') return []
  const segments = name.split(/[./]/).filter((segment) => segment !== 'route')
  const shown = segments.filter((segment) => !segment.startsWith('_') && segment !== 'index')
  return [{ path: `/${shown.map((segment) => segment.replace(/_$/, '')).join('/')}`, file, segments }]
}

/** Other routes are frames without an address of their own. */
const isScreen = ({ segments }: Route) => !segments.at(-1)?.startsWith('_')

/** Whether `frame` is the route with these segments, or a frame around it. */
const isFrameOf = (frame: readonly string[], segments: readonly string[]) =>
  frame.every((segment, index) => segment === segments[index])

/** The files of these chunks and of all that they import statically. */
function neededBy(
  start: Rolldown.OutputChunk[],
  byName: ReadonlyMap<string, Rolldown.OutputChunk>,
): Set<string> {
  const scripts = new Set(start.map(({ fileName }) => fileName))
  // Iterating a Set also visits members added during the iteration.
  for (const name of scripts) for (const imported of byName.get(name)?.imports ?? []) scripts.add(imported)
  return scripts
}
