import { getCatalogs } from '@lingui/cli/api'
import { getConfig } from '@lingui/conf'
import { type CompiledMessage, compileMessage } from '@lingui/message-utils/compileMessage'
import { beforeAll, describe, expect, it } from 'vitest'

/** The catalogues beside the source: what the screens say, in every language, and nothing else. */

/** Of what everybody loads, the parts that only staff see: the titles of their routes and the entries of their menus. */
const staffsRoutes =
  /web\/src\/(routes\/(_bench|_managed|_own\/shifts|board|kiosk|manager-dashboard|technician-dashboard)|features\/frame\/area\/entries)/

type Entry = {
  message?: string
  translation?: string
  origin?: readonly (readonly [string, number?])[]
  obsolete?: boolean
}
type Read = { name: string; source: Record<string, Entry>; of: Record<string, Record<string, Entry>> }

let catalogues: Read[]
beforeAll(async () => {
  const config = getConfig({ cwd: process.cwd() })
  catalogues = await Promise.all(
    (await getCatalogs(config)).map(async (catalogue) => {
      const of = await Promise.all(
        config.locales.map(async (locale) => [locale, await catalogue.read(locale)]),
      )
      return {
        name: catalogue.path.split('/').at(-1) ?? '',
        source: (await catalogue.collect()) ?? {},
        of: Object.fromEntries(of),
      }
    }),
  )
}, 120_000)

/** Every message with its English, for each catalogue and language. */
const rows = () =>
  catalogues.flatMap(({ name, source, of }) =>
    Object.entries(of).flatMap(([locale, entries]) =>
      Object.entries(source).map(([id, { message = id, origin = [] }]) => ({
        where: `${name}, ${locale}: ${message}`,
        locale,
        staffs: name === 'staff' || origin.every(([file]) => staffsRoutes.test(file)),
        message,
        origin,
        translation: entries[id]?.translation ?? '',
      })),
    ),
  )

describe('the catalogues', () => {
  it('have every message of the source, and no other', () => {
    for (const { source, of } of catalogues) {
      expect(Object.keys(source).length).toBeGreaterThan(100)
      for (const entries of Object.values(of))
        expect(Object.keys(entries).sort()).toEqual(Object.keys(source).sort())
    }
  })

  it('are complete: French for everybody, Twi for what patients and visitors see', () => {
    const missing = rows().filter(
      ({ translation, locale, staffs }) => translation === '' && (locale !== 'tw' || !staffs),
    )
    expect(missing.map(({ where }) => where)).toEqual([])
  })

  it('have the same placeholders in each language', () => {
    const unequal = rows().filter(
      ({ message, translation }) =>
        translation !== '' && placeholders(translation).join() !== placeholders(message).join(),
    )
    expect(unequal.map(({ where, translation }) => `${where} / ${translation}`)).toEqual([])
  })

  it('have no values in texts of the contract, which the build does not compile', () => {
    const ofContract = rows().filter(({ origin }) => origin.some(([file]) => /texts-for-\w+\.ts$/.test(file)))
    expect(ofContract.length).toBeGreaterThan(100)
    expect(ofContract.filter(({ message }) => /[{}]|''/.test(message)).map(({ where }) => where)).toEqual([])
  })

  it('have no control characters except line breaks', () => {
    const damaged = rows().filter(({ translation }) => /(?!\n)\p{Cc}/u.test(translation))
    expect(damaged.map(({ where }) => where)).toEqual([])
  })
})

/** The names of the values and elements in a message, each once. */
function placeholders(message: string): string[] {
  const names = new Set<string>()
  const read = (parts: CompiledMessage): void => {
    for (const part of typeof parts === 'string' ? [parts] : parts) {
      if (typeof part === 'string') for (const [tag] of part.matchAll(/<\/?\d+\/?>/g)) names.add(tag)
      else {
        const [name, , forms] = part
        names.add(`{${name}}`)
        if (typeof forms === 'object' && forms !== null)
          for (const form of Object.values(forms)) if (form !== undefined) read(form as CompiledMessage)
      }
    }
  }
  read(compileMessage(message))
  return [...names].sort()
}
