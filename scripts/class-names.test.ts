import { globSync, readFileSync } from 'node:fs'
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
