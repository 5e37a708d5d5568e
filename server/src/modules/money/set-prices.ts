import type { BodyOf, QueryOf } from '#contract/endpoint.ts'
import type { setPrices as contract, readPrices as readContract } from '#contract/money-prices.ts'
import { dayAt, laboratorySettings } from '#server/modules/sites/index.ts'
import { audit } from '#server/platform/audit.ts'
import { type SignedIn, transact } from '#server/platform/context.ts'
import { invalid, required } from '#server/platform/errors.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import { insertPrices, listPrices, offeredItems } from './queries-prices.ts'
import { patientPayer, readPayer, readSettingsRow, readTaxes } from './queries-settings.ts'

/** Today at the laboratory's first site. */
async function todayOf(context: SignedIn): Promise<string> {
  const { sites } = await laboratorySettings(context)
  return dayAt(sites[0]?.timeZone ?? 'UTC', context.clock.now())
}

export async function readPrices(context: SignedIn, id: string, query: QueryOf<typeof readContract>) {
  const { db } = context
  required(await readPayer(db, id), 'This list of prices')
  const today = await todayOf(context)
  const { day = today } = query
  const { currency } = await readSettingsRow(db)
  return { currency, day, today, prices: await listPrices(db, id, day) }
}

/** Sets prices from a day on. A day that has passed is refused, so that no price in the past ever changes. */
export async function setPrices(
  context: SignedIn,
  id: string,
  { validFrom, prices }: BodyOf<typeof contract>,
) {
  const { db, clock, actor } = context
  const payer = required(await readPayer(db, id), 'This list of prices')
  if (validFrom < (await todayOf(context))) {
    throw invalid({ validFrom: ['Prices are set from today on, or a later day'] })
  }
  const codes = prices.map(({ test }) => test)
  const offered = new Map((await offeredItems(db, codes)).map((item) => [item.code, item]))
  const unknown = prices.findIndex(({ test }) => !offered.has(test))
  if (unknown >= 0) throw invalid({ [`prices.${unknown}.test`]: ['There is no such test or package'] })
  const taxes = new Set((await readTaxes(db)).filter(({ ended }) => !ended).map((tax) => tax.id))
  const untaxed = prices.findIndex(({ taxId }) => taxId !== null && !taxes.has(taxId))
  if (untaxed >= 0) throw invalid({ [`prices.${untaxed}.taxId`]: ['Choose a tax from the list'] })
  if (payer.id === patientPayer) {
    const empty = prices.findIndex(({ amount }) => amount === null)
    if (empty >= 0) throw invalid({ [`prices.${empty}.amount`]: ['Enter an amount'] })
  }
  const { currency } = await readSettingsRow(db)
  await transact(context, async (inside) => {
    const by = { setBy: actor.accountId, setAt: clock.now() }
    await insertPrices(
      inside.db,
      prices.map(({ test, amount, taxId }) => {
        const item = offered.get(test)?.isPackage
          ? { testCode: null, packageCode: test }
          : { testCode: test, packageCode: null }
        return { id: uuidv7(clock), payerId: id, ...item, validFrom, amount, taxId, currency, ...by }
      }),
    )
    const subject = { kind: 'payer', id }
    await audit(inside, { action: 'price.set', subject, after: { validFrom, currency, prices } })
  })
  return {
    message: prices.length === 1 ? 'The price is saved.' : `${prices.length} prices are saved.`,
  }
}
