import { documentNumber } from '#contract/amounts.ts'
import type { PaymentStep, VisitAccount } from '#contract/money.ts'
import { requireVisit } from '#server/modules/booking/index.ts'
import type { Context, SignedIn } from '#server/platform/context.ts'
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
import { type MoneyRules, readPayer, readSettingsRow } from './queries-settings.ts'

export const keyOf = ({ siteId, id }: { siteId: string; id: string }): VisitKey => ({ siteId, visitId: id })

/** What a visit costs. Null for a visit without prices, and for every visit while prices are off. */
export async function readAccount(context: SignedIn, id: string) {
  const { db, actor } = context
  const visit = await requireVisit(context, id)
  const rules = await readSettingsRow(db)
  const key = keyOf(visit)
  const row = rules.on ? await readAccountRow(db, key) : null
  if (!row) return { account: null }
  const isStaff = actor.role !== 'user'
  const [payer, entries, exceptions, unpriced, pending] = await Promise.all([
    readPayer(db, row.payerId),
    readEntries(db, key),
    readExceptions(db, key),
    unpricedOf(context, key),
    openOnline(db, key),
  ])
  const { payerId: _, payerKind, ...account } = row
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
      online: { offered: context.config.payments !== null && payerKind === 'patient', pending },
      entries: entries.map(
        ({ documentKind, year, number, way, reference, refundable, by, ...entry }): VisitAccountEntry => ({
          ...entry,
          by: isStaff ? by : null,
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
  const charged = new Set((await standingEntries(db, key)).map(({ testCode }) => testCode))
  const codes = (await testsOfVisit(db, key)).filter((code) => !charged.has(code))
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
