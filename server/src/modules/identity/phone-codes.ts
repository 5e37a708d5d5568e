import type { Context } from '#server/platform/context.ts'
import { dialled } from '#server/platform/dialled.ts'
import { invalid, Refusal } from '#server/platform/errors.ts'
import { spend } from '#server/platform/limits.ts'
import { phoneCodesOfLaboratory } from './limits.ts'
import type { Neighbours } from './neighbours.ts'

/**
 * The number with country code as an SMS gateway takes it. Refuses where no gateway is connected, and a number whose country
 * is not known.
 */
export async function numberFor(context: Context, neighbours: Neighbours, phone: string): Promise<string> {
  if (context.config.sms === null) {
    throw new Refusal('not_possible_now', 'This laboratory sends no SMS. Use your e-mail address.')
  }
  const { phone: home } = await neighbours.laboratorySettings(context)
  const number = dialled(phone, home)
  if (number === '') {
    throw invalid({ phone: ['Enter the phone number with its country code, for example +233 24 123 4567'] })
  }
  return number
}

/** Each code costs the laboratory an SMS, and whoever asks need not be its owner: bounds the bill of a day. */
export const spendSms = (context: Context): Promise<void> => spend(context, phoneCodesOfLaboratory, 'all')
