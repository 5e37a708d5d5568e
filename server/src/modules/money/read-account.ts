import { documentNumber } from '#contract/amounts.ts'
import { mobileCurrency } from '#contract/mobile-money.ts'
import type { PaymentStep, VisitAccount } from '#contract/money.ts'
import { may } from '#contract/permissions.ts'
import { orderOf, requireVisit, type Visit } from '#server/modules/booking/index.ts'
import type { Context, SignedIn } from '#server/platform/context.ts'
import { paymentService } from '#server/platform/payment-services.ts'
import { presentRequest } from './present-request.ts'
import {
  type AccountRow,
  namesOfTests,
  readAccountRow,
  readEntries,
  readExceptions,
  standingEntries,
  testsOfVisit,
  type VisitKey,
} from './queries-accounts.ts'
import { openOnline } from './queries-online.ts'
import { sumOfStarted } from './queries-online-refunds.ts'
import { openPhoneRow } from './queries-phone.ts'
import { type MoneyRules, readPayer, readSettingsRow } from './queries-settings.ts'

export const keyOf = ({ siteId, id }: { siteId: string; id: string }): VisitKey => ({ siteId, visitId: id })

/** The visit within the caller's reach that is paid: a repeat collection costs nothing, its order does. */
export const orderOfVisit = async (context: SignedIn, id: string): Promise<Visit> =>
  orderOf(context, await requireVisit(context, id))

/** What a visit costs. Null for a visit without prices, and for every visit while prices are off. */
export async function readAccount(context: SignedIn, id: string) {
  const { db, actor } = context
  const visit = await orderOfVisit(context, id)
  const rules = await readSettingsRow(db)
  const key = keyOf(visit)
  const row = rules.on ? await readAccountRow(db, key) : null
  if (!row) return { account: null }
  const isStaff = actor.role !== 'user'
  const [payer, entries, exceptions, unpriced, pending, request, refunding] = await Promise.all([
    readPayer(db, row.payerId),
    readEntries(db, key),
    readExceptions(db, key),
    unpricedOf(context, key),
    openOnline(db, key),
    openPhoneRow(db, key),
    sumOfStarted(db, key),
  ])
  const { payerId: _, payerKind, ...account } = row
  const offered = context.config.payments !== null && payerKind === 'patient'
  return {
    account: {
      ...account,
      payer: { id: row.payerId, kind: payerKind, name: payer?.name ?? '' },
      owed: row.charged - row.paid,
      unpriced,
      held: heldSteps(
        rules,
        row,
        exceptions.map(({ step }) => step),
      ),
      exceptions: isStaff ? exceptions : [],
      online: {
        offered,
        pending,
        phone: offered && row.currency === mobileCurrency && (!isStaff || may(actor, 'payments')),
        request: request && presentRequest(request, context.clock.now()),
        refunds: isStaff && paymentService(context.config)?.refunds != null,
        refunding,
        simulated: context.config.payments?.service === 'simulated',
      },
      entries: entries.map(
        ({
          documentKind,
          year,
          number,
          way,
          reference,
          refundable,
          by,
          reversedBy,
          ...entry
        }): VisitAccountEntry => ({
          ...entry,
          by: isStaff ? by : null,
          reversed: reversedBy !== null,
          receipt:
            documentKind === null
              ? null
              : { number: documentNumber(documentKind, year, number), way, reference, refundable },
        }),
      ),
    },
  }
}
type VisitAccountEntry = Omit<VisitAccount['entries'][number], 'at'> & { at: Date }

/** Names of the visit's tests that have no charge. */
async function unpricedOf({ db }: Context, key: VisitKey): Promise<string[]> {
  const charged = new Set((await standingEntries(db, key)).flatMap(({ item }) => item ?? []))
  const codes = (await testsOfVisit(db, key))
    .filter((test) => !charged.has(test.code) && !(test.package !== null && charged.has(test.package)))
    .map(({ code }) => code)
  if (codes.length === 0) return []
  return namesOfTests(db, codes)
}

/** What waits for the payment: only of patients who owe something, and unless it was allowed before. */
export function heldSteps(
  { holdSamples, holdResults }: MoneyRules,
  { payerKind, charged, paid }: Pick<AccountRow, 'payerKind' | 'charged' | 'paid'>,
  allowed: readonly PaymentStep[],
): PaymentStep[] {
  if (payerKind !== 'patient' || charged <= paid) return []
  const held: PaymentStep[] = [
    ...(holdSamples ? (['samples'] as const) : []),
    ...(holdResults ? (['results'] as const) : []),
  ]
  return held.filter((step) => !allowed.includes(step))
}
