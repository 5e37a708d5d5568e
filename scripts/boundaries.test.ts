import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

/**
 * The rules of the house, read from the folders themselves: a new module, feature or file is held to them from its
 * first day, without anyone adding it to a list.
 */
const root = fileURLToPath(new URL('..', import.meta.url))
const areas = ['contract', 'simulation', 'server/src', 'server/tests', 'web/src', 'e2e', 'bench']

/**
 * A module may import those before it, through their index. Insights and operations read, transfer imports through the others'
 * verbs and exports by reading; nobody imports them.
 */
const chain = [
  'sites',
  'access',
  'people',
  'catalogue',
  'microbiology',
  'booking',
  'money',
  'queue',
  'boxes',
  'laboratory',
  'instruments',
  'notifications',
  'nonconformities',
  'eqa',
  'stock',
  'clinics',
  'temperatures',
  'downtime',
  'fhir',
  'authorities',
  'backups',
  'retention',
  'erasures',
]
const readers = ['insights', 'operations', 'transfer']

/**
 * Tables with more than one writer. Entries of the audit trail and messages are written by functions of `platform`, and messages
 * are delivered by `notifications`. A booking writes all that belongs to it in one statement (decision 0002).
 */
const sharedTables: Readonly<Record<string, readonly string[]>> = {
  audit: ['platform', 'booking/placing/queries-placing.ts'],
  idempotent_answer: ['platform', 'booking/placing/queries-placing.ts'],
  outbox: ['platform', 'notifications', 'booking/placing/queries-placing.ts'],
  person: ['people', 'booking/placing/queries-placing.ts'],
  account_person: ['people', 'booking/placing/queries-placing.ts'],
}

type Source = { path: string; text: string; imports: string[] }

const listing = (folder: string): string[] =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    return entry.isDirectory() ? listing(path) : [path]
  })

const exists = (folder: string) => statSync(join(root, folder), { throwIfNoEntry: false }) !== undefined

const importing =
  /(?:^|\n)\s*(?:import|export)\b[^'"`;]*?from\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)|(?:^|\n)import\s*['"]([^'"]+)['"]/g

/** Imports of our own files, as paths from the root. */
function ownImports(path: string, text: string): string[] {
  return [...text.matchAll(importing)].flatMap(([, from, dynamic, bare]) => {
    const name = from ?? dynamic ?? bare ?? ''
    if (name.startsWith('.')) return [normalize(join(dirname(path), name.replace(/\?.*$/, '')))]
    if (name.startsWith('#contract/')) return [name.replace('#contract/', 'contract/')]
    if (name.startsWith('#simulation/')) return [name.replace('#simulation/', 'simulation/')]
    if (name.startsWith('#server/')) return [name.replace('#server/', 'server/src/')]
    if (name.startsWith('#web/')) return [name.replace('#web/', 'web/src/')]
    return []
  })
}

const sources: Source[] = areas
  .filter(exists)
  .flatMap(listing)
  .filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.gen.ts'))
  .map((path) => {
    const text = readFileSync(join(root, path), 'utf8')
    return { path, text, imports: ownImports(path, text) }
  })
const product = sources.filter(
  ({ path }) => !/\.test\.tsx?$/.test(path) && /^(contract|simulation|server\/src|web\/src)\//.test(path),
)
const under = (folder: string) => product.filter(({ path }) => path.startsWith(`${folder}/`))

/** "a.ts imports b.ts" for each import that `allowed` turns down. */
const breaches = (files: Source[], allowed: (imported: string, importer: string) => boolean) =>
  files.flatMap(({ path, imports }) =>
    imports.filter((one) => !allowed(one, path)).map((one) => `${path} imports ${one}`),
  )

const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, '')

/** Files in which `pattern` stands outside comments. */
const holding = (files: Source[], pattern: RegExp) =>
  files.filter(({ text }) => pattern.test(withoutComments(text))).map(({ path }) => path)

/** A table's name in SQL, from that name or from the one that the query builder uses. */
const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const moduleOf = (path: string) => /^server\/src\/modules\/([^/]+)\//.exec(path)?.[1]
const featureOf = (path: string) => /^web\/src\/features\/([^/]+)\//.exec(path)?.[1]

describe('the house', () => {
  it('reads every source file', () => {
    expect(product.length).toBeGreaterThan(100)
    expect(sources.some(({ imports }) => imports.length > 5)).toBe(true)
  })

  it('keeps contract and simulation free of everything else of ours', () => {
    for (const folder of ['contract', 'simulation'].filter(exists)) {
      expect(breaches(under(folder), (imported) => imported.startsWith(`${folder}/`))).toEqual([])
    }
  })

  it('lets the simulation ask no clock, dice, network or machine: a day depends on its plan and seed alone', () => {
    const outside =
      /\bMath\.random\b|\bnew Date\b|\bDate\.now\b|\bperformance\.|\bprocess\.|\bfetch\(|\bwindow\./
    expect(holding(under('simulation'), outside)).toEqual([])
    expect(under('simulation').filter(({ text }) => /from 'node:|from '[a-z@]/.test(text))).toEqual([])
  })

  it('keeps server and web apart', () => {
    expect(
      breaches(under('server/src'), (imported) => /^(contract|simulation|server)\//.test(imported)),
    ).toEqual([])
    expect(breaches(under('web/src'), (imported) => /^(contract|simulation|web)\//.test(imported))).toEqual(
      [],
    )
  })

  it('has no circle of imports', () => {
    const graph = new Map(product.map(({ path, imports }) => [path, imports]))
    const done = new Set<string>()
    const circles: string[] = []
    const walk = (path: string, way: string[]) => {
      if (way.includes(path)) circles.push([...way.slice(way.indexOf(path)), path].join(' -> '))
      else if (!done.has(path)) {
        for (const next of graph.get(path) ?? []) walk(next, [...way, path])
        done.add(path)
      }
    }
    for (const path of graph.keys()) walk(path, [])
    expect(circles).toEqual([])
  })

  it('names files for what they do, in small letters', () => {
    const drawers = product.filter(({ path }) =>
      /(^|\/)(utils?|helpers?|misc|types|common)(\.tsx?|\/)/.test(path),
    )
    expect(drawers.map(({ path }) => path)).toEqual([])
    const names = product.filter(({ path }) => !path.startsWith('web/src/routes/'))
    expect(names.map(({ path }) => path).filter((path) => !/^[a-z0-9/.-]+$/.test(path))).toEqual([])
  })

  it('has no barrel but a module’s face', () => {
    const index = product.filter(
      ({ path }) => /(^|\/)index\.tsx?$/.test(path) && !path.startsWith('web/src/routes/'),
    )
    expect(
      index.map(({ path }) => path).filter((path) => !/^server\/src\/modules\/[^/]+\/index\.ts$/.test(path)),
    ).toEqual([])
  })
})

describe('the server', () => {
  it('knows where each module stands among the others', () => {
    const modules = readdirSync(join(root, 'server/src/modules'))
    expect(modules.filter((name) => ![...chain, ...readers].includes(name))).toEqual([])
  })

  it('goes from main to app to modules to platform, never back', () => {
    const fromPlatform = breaches(under('server/src/platform'), (imported) =>
      /^(contract|server\/src\/platform)\/|^server\/src\/config\.ts$/.test(imported),
    )
    const fromModules = breaches(
      under('server/src/modules'),
      (imported) => !/^server\/src\/(app|main)\.ts$/.test(imported),
    )
    expect([...fromPlatform, ...fromModules]).toEqual([])
  })

  it('lets a module ask only those before it, and only through their face', () => {
    expect(
      breaches(under('server/src/modules'), (imported, importer) => {
        const [from, to] = [moduleOf(importer) ?? '', moduleOf(imported)]
        if (to === undefined || to === from) return true
        if (imported !== `server/src/modules/${to}/index.ts` || readers.includes(to)) return false
        return readers.includes(from) || chain.indexOf(to) < chain.indexOf(from)
      }),
    ).toEqual([])
  })

  it('lets the demonstration import modules only through index.ts, and only the start of the product and seed import it', () => {
    const outwards = breaches(under('server/src/demo'), (imported) =>
      /^(contract|simulation|server\/src\/(platform|demo))\/|^server\/src\/(config|modules\/[^/]+\/index)\.ts$/.test(
        imported,
      ),
    )
    const inwards = breaches(
      under('server/src').filter(
        ({ path }) => !/^server\/src\/(demo\/|(start-product|seed)\.ts$)/.test(path),
      ),
      (imported) => !imported.startsWith('server/src/demo/'),
    )
    expect([...outwards, ...inwards]).toEqual([])
  })

  it('keeps a module’s SQL in its queries', () => {
    const statements =
      /\bsql(<[^>]*>)?`|\b(rowsOf|rowOf|anyRow)\([\w.]+\)(<[^`]*>)?`|\.(selectFrom|insertInto|updateTable|deleteFrom|mergeInto)\(|CompiledQuery/
    const elsewhere = [...under('server/src/modules'), ...under('server/src/demo')].filter(
      ({ path }) => !/\/queries(-[a-z-]+)?\.ts$/.test(path),
    )
    expect(holding(elsewhere, statements)).toEqual([])
  })

  it('lets one module write each table', () => {
    const schema = readFileSync(join(root, 'server/src/platform/schema.gen.ts'), 'utf8')
    const database = schema.slice(schema.indexOf('export interface DB '))
    const tables = new Set(
      [...database.matchAll(/^ {2}(\w+): \w+;$/gm)].map(([, table = '']) => snakeCase(table)),
    )
    const writing =
      /\b(?:(?:insert|merge)\s+into|truncate(?:\s+table)?|(?<=\btruncate\s[\w\s,]*),|(?<!for )(?<!for no key )update|delete\s+from)\s+(?:only\s+)?"?(\w+)|\.(?:insertInto|updateTable|deleteFrom|mergeInto)\('(\w+)/gi
    const writers = new Map<string, Set<string>>()
    // The demonstration and the seed write a whole history themselves.
    for (const { path, text } of [...under('server/src/platform'), ...under('server/src/modules')]) {
      for (const [, statement, builder] of withoutComments(text).matchAll(writing)) {
        const table = snakeCase(statement ?? builder ?? '')
        if (!tables.has(table)) continue
        const writer = moduleOf(path) ?? 'platform'
        const shared = sharedTables[table] ?? []
        const isShared = shared.some((one) => one === writer || path.endsWith(one))
        writers.set(table, (writers.get(table) ?? new Set()).add(isShared ? 'shared' : writer))
      }
    }
    expect(writers.size).toBeGreaterThan(75)
    expect([...writers].filter(([, modules]) => modules.size > 1)).toEqual([])
  })

  it('reads the environment, the clock and its own web in one place each', () => {
    const server = under('server/src')
    expect(holding(server, /process\.env\b/).filter((path) => path !== 'server/src/config.ts')).toEqual([])
    expect(
      holding(server, /\bDate\.now\(|\bnew Date\(\)/).filter(
        (path) => path !== 'server/src/platform/clock.ts',
      ),
    ).toEqual([])
  })

  it('loads OpenTelemetry in one file, which is imported only when traces are on', () => {
    const server = under('server/src')
    expect(holding(server, /'@opentelemetry\//)).toEqual(['server/src/platform/traces/otlp.ts'])
    expect(holding(server, /from '.*traces\/otlp\.ts'/)).toEqual([])
  })
})

describe('the web', () => {
  it('keeps generic parts free of routes, queries and the product’s words', () => {
    expect(breaches(under('web/src/ui'), (imported) => /^web\/src\/(ui|lib)\//.test(imported))).toEqual([])
    expect(
      breaches(under('web/src/lib'), (imported) => /^(contract|web\/src\/lib|web\/words)\//.test(imported)),
    ).toEqual([])
    expect(
      breaches(under('web/src/api'), (imported) => /^(contract|web\/src\/(api|lib))\//.test(imported)),
    ).toEqual([])
    expect(
      breaches(under('web/src/screen'), (imported) =>
        /^(contract|web\/src\/(screen|api|ui|lib))\//.test(imported),
      ),
    ).toEqual([])
  })

  it('keeps web/src/screen free of features and routes', () => {
    expect(
      breaches(under('web/src/screen'), (imported) =>
        /^(contract|web\/src\/(screen|api|ui|lib))\//.test(imported),
      ),
    ).toEqual([])
  })

  it('lets no feature know another, nor a route', () => {
    expect(
      breaches(under('web/src/features'), (imported, importer) => {
        const feature = featureOf(imported)
        if (feature !== undefined) return feature === featureOf(importer)
        return /^(contract|simulation)\/|^web\/src\/(screen|api|ui|lib)\//.test(imported)
      }),
    ).toEqual([])
  })

  it('gives every screen its title, state and link back by `Screen`', () => {
    const byHand = holding(under('web/src'), /<PageHeader\b/)
    // The forms before the log-in have no frame of a page, and the copies of the shell no router.
    expect(byHand).toEqual([
      'web/src/features/access/entry-screen.tsx',
      'web/src/first-paint.tsx',
      'web/src/screen/screen.tsx',
    ])
  })

  it('asks the network, the store and the clock in one place each', () => {
    const web = under('web/src')
    expect(holding(web, /(?<![\w.])fetch\(/).filter((path) => !/^web\/src\/(api|sw)\//.test(path))).toEqual(
      [],
    )
    expect(holding(web, /\blocalStorage\b/).filter((path) => path !== 'web/src/api/session.ts')).toEqual([])
    expect(holding(web, /\bindexedDB\b/).filter((path) => path !== 'web/src/api/sealed-store.ts')).toEqual([])
    expect(
      holding(web, /\bDate\.now\(|\bnew Date\(\)/).filter((path) => path !== 'web/src/lib/clock.ts'),
    ).toEqual([])
  })
})
