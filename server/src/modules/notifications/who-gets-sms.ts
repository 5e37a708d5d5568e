import { laboratorySettings } from '#server/modules/sites/index.ts'
import type { Context } from '#server/platform/context.ts'
import { dialled } from '#server/platform/dialled.ts'
import { listStopped } from './queries-spread.ts'

/**
 * Of these numbers, as they are written, those to which an SMS goes out: a gateway is connected, the number can be
 * dialled and its owner has not answered STOP.
 */
export async function whoGetsSms(context: Context, numbers: readonly string[]): Promise<Set<string>> {
  if (context.config.sms === null || numbers.length === 0) return new Set()
  const { phone: home } = await laboratorySettings(context)
  const stopped = await listStopped(
    context.db,
    numbers.map((number) => dialled(number, home)),
  )
  return new Set(
    numbers.filter((number) => {
      const phone = dialled(number, home)
      return phone !== '' && !stopped.has(phone)
    }),
  )
}
