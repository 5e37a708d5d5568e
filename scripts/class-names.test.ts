import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { compile } from 'tailwindcss'
import { expect, test } from 'vitest'

const style = 'web/src/ui/style'
const read = (path: string) => readFileSync(path, 'utf8')

/** The class names of a source file that stand in it as plain text. */
function classesIn(source: string): string[] {
  const attributes = [...source.matchAll(/\bclassName="([^"]+)"/g)]
  const joined = [...source.matchAll(/\bclassNames\((.*?)\)[},]/gs)].flatMap(([, list = '']) => [
    ...list.matchAll(/(?<![=!]= )'([^']+)'/g),
  ])
  return [...attributes, ...joined].flatMap(([, words = '']) => words.split(/\s+/).filter(Boolean))
}

/** The names that a style sheet gives rules to. */
function namesIn(sheet: string): string[] {
  return [...sheet.matchAll(/\.((?:\\.|[\w-]|[^\0-\x7f])+)/g)].map(([, name = '']) =>
    name
      .replace(/\\([0-9a-f]{1,6}) /g, (_, code) => String.fromCodePoint(Number.parseInt(code, 16)))
      .replace(/\\(.)/g, '$1'),
  )
}

/** Names without a rule of their own, to which those of children refer. */
const markers = /^group(\/[a-z]+)?$/

test('every class name is a utility, a word or a part: one with a typing error would have no effect', async () => {
  const { build } = await compile(
    '@import "./theme.css"; @import "./sizes.css"; @import "./words.css"; @tailwind utilities;',
    {
      base: style,
      loadStylesheet: async (id, base) => {
        const path = join(base, id)
        return { path, base: dirname(path), content: read(path) }
      },
    },
  )
  const used = globSync('web/src/**/*.tsx').flatMap((path) =>
    classesIn(read(path)).map((name) => ({ path, name })),
  )
  const sheets = [build(used.map(({ name }) => name)), ...globSync('web/src/**/*.css').map(read)]
  const known = new Set(sheets.flatMap(namesIn))
  expect(used.filter(({ name }) => !known.has(name) && !markers.test(name))).toEqual([])
})

/** The modules that modules lead to, without what staff's routes lead to and what loads the sheet of all screens itself. */
function reachedFrom(starts: readonly string[]): Set<string> {
  const staffs =
    /routes\/(_bench|_managed|manager-dashboard|technician-dashboard|-bench-area|-staff-area)|routeTree/
  const reached = new Set(starts.filter((path) => !staffs.test(path)))
  // Iterating a Set also visits members added during the iteration.
  for (const path of reached) {
    if (read(path).includes("/all.css'")) reached.delete(path)
    if (!reached.has(path)) continue
    for (const [, to = ''] of read(path).matchAll(/(?:from|import\() ?'(\.[^']+\.tsx?)'/g)) {
      const next = join(dirname(path), to)
      if (!staffs.test(next) && existsSync(next)) reached.add(next)
    }
  }
  return reached
}

test('no screen of a patient or visitor needs a utility that only the sheet of all screens holds', () => {
  const left = [...read(`${style}/app.css`).matchAll(/@source not "([^"]+)"/g)].flatMap(
    ([, pattern = '']) => {
      const path = join(style, pattern)
      return globSync(path.endsWith('.tsx') ? path : `${path}/**/*.tsx`)
    },
  )
  expect(left.length).toBeGreaterThan(200)
  const reached = reachedFrom(['web/src/main.tsx', ...globSync('web/src/routes/**/*.tsx')])
  expect(left.filter((path) => reached.has(path))).toEqual([])
})
