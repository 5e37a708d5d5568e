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
/**
 * Modules that the first screens of patients share. Without these groups the bundler makes a file for each, most of them smaller than a
 * kilobyte; grouped by subject they are three files.
 */
const reachedBy = (...files: string[]) => {
  const found = files.map(importsOf)
  return (id: string, context: Rolldown.ChunkingContext) =>
    files.some((file) => id.endsWith(`/web/src/${file}`)) || found.some((imports) => imports(context).has(id))
}
/** The folders whose modules are bundled by subject. */
const bySubject = /\/(web\/src\/(features|lib|api)|contract)\//
/** The modules that several chunks share. */
const sharedBy = (name: string, priority: number, has: Has) => ({
  name: (id: string, context: Rolldown.ChunkingContext) =>
    bySubject.test(id) && has(id, context) ? name : null,
  debugName: name,
  priority,
  minShareCount: 2,
})
/** The list of results, and what the home shows of them. */
const isOfResults = reachedBy(
  'features/results/report/results-screen.tsx',
  'features/results/report/home-results.tsx',
)
/** One report, with its tables. */
const isOfReports = reachedBy('features/results/report/report-screen.tsx')
const isOfHome = reachedBy(
  'features/booking/appointments-screen.tsx',
  'features/booking/dashboard-screen.tsx',
  'features/queue/live-places.tsx',
)
/** Logging in and signing up, with the modules of forms that a booking needs as well. */
const isOfAccess = reachedBy(
  'features/access/login-screen.tsx',
  'features/access/sign-up-screen.tsx',
  'features/access/otp-screen.tsx',
)
const isOfBooking = reachedBy('features/booking/booking-form.tsx', 'features/booking/guest-screen.tsx')
/** The choice of a time, which the calendar shows without the form of a booking and its library. */
const isOfTimes = reachedBy('features/booking/select-date-screen.tsx')
/** The frame of an area, with its menu and bell. */
const isOfFrame = reachedBy('features/frame/area/area-frame.tsx', 'features/notifications/bell.tsx')
type Has = ReturnType<typeof reachedBy>
const isOfPatients: Has = (...module) =>
  [isOfResults, isOfReports, isOfHome, isOfAccess, isOfBooking, isOfTimes, isOfFrame].some((has) =>
    has(...module),
  )

const partOfScreens =
  /\/web\/src\/(?!screen\/(account|attach|csv|finder|filter|saved|site|list|named|person-number|use-resource|use-form|use-uploads|resource|dialog|form-errors)|ui\/data-table)(ui|lib|api|screen)\/.*\.tsx?$/

/**
 * The modules that are bundled together. Without groups a first visit loads some fifty files of script, most under a
 * kilobyte; with them the shell is six files. `base` holds what the landing page shares with the shell.
 */
export const chunkGroups = [
  // Modules of the contract that the shell imports only for schemas, which the build removes from it. A group includes everything that
  // its modules import, so without this group these modules would be in the shell.
  {
    name: 'laboratory-contract',
    priority: 9,
    includeDependenciesRecursively: false,
    test: /\/contract\/(attachments|instrument-breakdowns|instrument-care|manifests|orders|quality-rules|results|specimens|susceptibility)\.ts$/,
  },
  // The languages' texts need this part of the shell and no other.
  {
    name: 'i18n',
    priority: 9,
    test: /\/node_modules\/(@lingui|@messageformat|moo)\/|\/web\/src\/lib\/(i18n|trans|translated)\.tsx?$/,
  },
  {
    name: 'base',
    priority: 8,
    test: /preload-helper|rolldown\/runtime|\/reach-links\.ts|\/(laboratory-facts|own-home|session|role-home|sealed-store)\.ts/,
  },
  // A form loads zod when it is filled in. The shell's modules of the contract import zod, but use nothing of it.
  { name: 'zod', priority: 8, test: /node_modules\/zod\// },
  // One file: every screen of the shell needs all of them.
  {
    name: 'libraries',
    priority: 7,
    test: /node_modules\/((react|react-dom|scheduler)\/|@tanstack\/(?!(react-)?table))/,
  },
  {
    name: (id: string, context: Rolldown.ChunkingContext) => {
      if (/\/routes\/_public\.tsx/.test(id) || importsOfShell(context).has(id)) return 'shell'
      // Too small for a request of its own; every screen with a choice of a time shows both.
      return /\/(day|time)-picker\.module\.css/.test(id) ? 'shell' : null
    },
    debugName: 'shell',
    priority: 7,
  },
  // Codes and the library of tables, which many screens do not need.
  { name: 'qr', priority: 7, test: /node_modules\/qr\/index|\/ui\/(qr|bar)-code\.tsx/ },
  { name: 'table', priority: 7, test: /node_modules\/@tanstack\/(react-)?table/ },
  // Parts that only screens of staff use are not loaded with the first screen of a patient. What the home has in common with booking is
  // too small for a file of its own.
  {
    name: (id: string, context: Rolldown.ChunkingContext) => {
      const isPart = partOfScreens.test(id) && isOfPatients(id, context)
      return isPart || (bySubject.test(id) && isOfHome(id, context)) ? 'parts' : null
    },
    debugName: 'parts',
    priority: 6,
    minShareCount: 3,
  },
  {
    name: (id: string, context: Rolldown.ChunkingContext) =>
      partOfScreens.test(id) && !isOfPatients(id, context) ? 'staff-parts' : null,
    debugName: 'staff-parts',
    priority: 6,
    minShareCount: 4,
  },
  // A group takes what its modules import as well, unless a group of a higher priority has it.
  {
    name: 'area',
    priority: 5,
    test: /\/routes\/(-area|patient-dashboard)\.tsx|\/notifications\/turn-on-push/,
  },
  // The library of forms, with what the screens of patients that have a form share.
  {
    name: (id: string, context: Rolldown.ChunkingContext) =>
      /node_modules\/react-hook-form\//.test(id) || (bySubject.test(id) && isOfAccess(id, context))
        ? 'form'
        : null,
    debugName: 'form',
    priority: 4,
    minShareCount: 2,
  },
  sharedBy('results', 4, isOfResults),
  sharedBy('reports', 2, isOfReports),
  sharedBy('times', 2, isOfTimes),
  sharedBy('booking', 1, isOfBooking),
]
