import type { ResponseInput } from '#contract/endpoint.ts'
import {
  type readStatus as contract,
  type StatusPart,
  statusParts,
  type TroubleCode,
  troubles,
} from '#contract/status.ts'
import type { Context } from '#server/platform/context.ts'
import type { Certificate } from './certificates.ts'
import { type Found, findTroubles } from './find-troubles.ts'
import { listEnded, listOpen } from './queries-troubles.ts'

/** The parts as they are now; since when, by what `watchParts` has noted. */
export async function readStatus(
  context: Context,
  certificates: readonly Certificate[],
): Promise<ResponseInput<typeof contract>> {
  const { db, clock } = context
  const [open, ended] = [await listOpen(db), await listEnded(db)]
  const beganAt = ({ code, about }: Pick<Found, 'code' | 'about'>) =>
    open.find((one) => one.code === code && one.about === about)?.beganAt ?? null
  const isOpen = (code: TroubleCode, about: string) => beganAt({ code, about }) !== null
  const { found, figures, unused } = await findTroubles(context, isOpen, certificates)

  function stateOf(part: StatusPart) {
    const ofPart = found.filter((one) => one.part === part)
    const states = ofPart.map(({ code }) => troubles[code].state)
    const hasTrouble = states.includes('trouble')
    const idle = unused.includes(part) ? 'unused' : 'fine'
    const began = ofPart.flatMap((one) => beganAt(one) ?? [])
    const over = ended.find((one) => one.part === part)?.endedAt ?? null
    return {
      part,
      state: hasTrouble ? 'trouble' : states.length > 0 ? 'look' : idle,
      since: ofPart.length > 0 ? earliest(began) : over,
      troubles: ofPart.map(({ code, about, value }) => ({
        code,
        about,
        value,
        since: beganAt({ code, about }),
      })),
      figures: figures[part] ?? {},
    } as const
  }
  return { checkedAt: clock.now(), parts: statusParts.map(stateOf) }
}

const earliest = (instants: readonly Date[]): Date | null =>
  instants.reduce<Date | null>((first, one) => (first === null || one < first ? one : first), null)
