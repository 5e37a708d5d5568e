import type { askCareCode as contract } from '#contract/care.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import {
  codeLife,
  issuePersonCode,
  phoneCodesOfLaboratory,
  readLanguage,
  transactInEvenTime,
} from '#server/modules/access/index.ts'
import { laboratorySettings } from '#server/modules/sites/index.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { dialled } from '#server/platform/dialled.ts'
import { invalid, notPossible } from '#server/platform/errors.ts'
import { type Limit, spend } from '#server/platform/limits.ts'
import { post } from '#server/platform/outbox.ts'
import { auditPerson } from '../records/audit-person.ts'
import { parsePersonNumber } from '../records/person-number.ts'
import { findByNumber } from '../records/queries.ts'
import { findCared, phoneOf } from './queries.ts'

const asksOfAccount: Limit = { name: 'care: codes asked', burst: 5, perSeconds: 3600 }
/** Each costs somebody an SMS that they did not ask for. */
const asksOfPerson: Limit = { name: 'care: codes of a person', burst: 3, perSeconds: 24 * 3600 }

/**
 * Sends a code to the phone number that the laboratory has of a person, unless the person has an account: then they open their
 * record to others themselves. Same answer, and in the same time, for every person number.
 */
export async function askCareCode(context: SignedIn, { personNumber, kind }: BodyOf<typeof contract>) {
  const { config, actor } = context
  if (config.sms === null) {
    throw notPossible('This laboratory sends no SMS. Ask at its desk for a code.')
  }
  const number = parsePersonNumber(personNumber)
  if (number === null) {
    throw invalid({ personNumber: ['This is no person number: compare it digit by digit'] })
  }
  await spend(context, asksOfAccount, actor.accountId)
  await spend(context, asksOfPerson, String(number))
  await spend(context, phoneCodesOfLaboratory, 'all')
  await transactInEvenTime(context, (within) => send(within, number))
  return {
    message:
      'If the laboratory has a phone number of this person, a code is on its way to it by SMS. It works for 10 minutes.',
  }

  async function send(within: SignedIn, sequence: number): Promise<void> {
    const { db } = within
    const found = await findByNumber(db, sequence)
    const person = found && (await findCared(db, found.id, null))
    const { phone: home } = await laboratorySettings(within)
    const to = person ? dialled(await phoneOf(db, person.id), home) : ''
    const { code } = await issuePersonCode(within, {
      payload: to === '' || !person ? {} : { personId: person.id, kind },
      life: codeLife,
    })
    if (!person || to === '' || person.carers.some((carer) => carer.kind === 'self')) return
    await auditPerson(within, 'person.code_asked', person.id, { after: { kind } })
    const language = (await readLanguage(db, actor.accountId)) ?? 'en'
    await post(within, { kind: 'phone_code', to, payload: { language }, secret: { code } })
  }
}
