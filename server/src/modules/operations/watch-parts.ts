import { type TroubleCode, troubles } from '#contract/status.ts'
import { tellManagers } from '#server/modules/access/index.ts'
import { after, days } from '#server/platform/clock.ts'
import { type Context, transact } from '#server/platform/context.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import type { Certificate } from './certificates.ts'
import { type Found, findTroubles } from './find-troubles.ts'
import {
  beginTrouble,
  endTrouble,
  forgetEnded,
  forgetSilent,
  listOpen,
  type OpenTrouble,
} from './queries-troubles.ts'

const keptFor = days(90)

/**
 * Records which troubles have begun and ended since the last run. Managers get an e-mail about those that cannot wait until somebody
 * opens the status page: one when such a trouble begins, and one when it has ended.
 */
export async function watchParts(context: Context, certificates: readonly Certificate[]): Promise<void> {
  const { db, clock } = context
  await forgetSilent(db)
  await forgetEnded(db, after(clock.now(), -keptFor))
  const open = await listOpen(db)
  const isOpen = (code: string, about: string) => open.some((one) => one.code === code && one.about === about)
  const { found, silent } = await findTroubles(context, isOpen, certificates)
  for (const one of found) if (!isOpen(one.code, one.about)) await begin(context, one)
  for (const one of open) {
    const goesOn = found.some(({ code, about }) => code === one.code && about === one.about)
    const isSilent = silent.includes(one.about) && one.code !== 'server_silent'
    if (!goesOn && !isSilent) await end(context, one)
  }
}

const begin = (context: Context, { part, code, about, value }: Found) =>
  transact(context, async (inside) => {
    const id = uuidv7(inside.clock)
    const isNew = await beginTrouble(inside.db, { id, part, code, about, beganAt: inside.clock.now() })
    if (!isNew || !troubles[code].mails) return
    await tellManagers(inside, { sites: 'any', key: `trouble_began:${id}` }, ({ fullName, email }) => ({
      kind: 'trouble_began',
      to: email,
      payload: { fullName, code, about, value },
    }))
  })

const end = (context: Context, { id, code, about }: OpenTrouble) =>
  transact(context, async (inside) => {
    const isOver = await endTrouble(inside.db, id, inside.clock.now())
    if (!isOver || !isMailed(code)) return
    await tellManagers(inside, { sites: 'any', key: `trouble_ended:${id}` }, ({ fullName, email }) => ({
      kind: 'trouble_ended',
      to: email,
      payload: { fullName, code, about, value: null },
    }))
  })

/** A code of another version of the product is not known. */
const isMailed = (code: string): boolean => code in troubles && troubles[code as TroubleCode].mails
