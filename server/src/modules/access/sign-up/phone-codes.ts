import type { Language } from '#contract/options.ts'
import { laboratorySettings } from '#server/modules/sites/index.ts'
import type { Context } from '#server/platform/context.ts'
import { dialled } from '#server/platform/dialled.ts'
import { invalid, notPossible } from '#server/platform/errors.ts'
import { spend } from '#server/platform/limits.ts'
import { post } from '#server/platform/outbox.ts'
import type { Account } from '../accounts/queries.ts'
import { keepCode, type MadeCode } from '../codes/codes.ts'
import { phoneCodesOfLaboratory } from '../limits.ts'

/**
 * The number with country code as an SMS gateway takes it. Refuses where no gateway is connected, and a number whose country
 * is not known.
 */
export async function numberFor(context: Context, phone: string): Promise<string> {
  if (context.config.sms === null) {
    throw notPossible('This laboratory sends no SMS. Use your e-mail address.')
  }
  const { phone: home } = await laboratorySettings(context)
  const number = dialled(phone, home)
  if (number === '') {
    throw invalid({ phone: ['Enter the phone number with its country code, for example +233 24 123 4567'] })
  }
  return number
}

/** Each code costs the laboratory an SMS, and the number may be somebody else's: bounds the bill of a day. */
export const spendSms = (context: Context): Promise<void> => spend(context, phoneCodesOfLaboratory, 'all')

export const postCode = (within: Context, number: string, language: Language, code: string): Promise<void> =>
  post(within, { kind: 'phone_code', to: number, payload: { language }, secret: { code } })

/** Sends a code for an account to a number. The account's earlier code for the same purpose stops working. */
export async function issuePhoneCode(
  within: Context,
  account: Account,
  purpose: 'log_in_by_phone' | 'change_phone',
  number: string,
  made: MadeCode,
): Promise<void> {
  await keepCode(within, account, { purpose, sentTo: { phone: number } }, made)
  await postCode(within, number, account.language, made.code)
}
