import type { BodyOf } from '#contract/endpoint.ts'
import type { addTax as addTaxContract, changeMoneySettings as contract } from '#contract/money-prices.ts'
import { writeLaboratory } from '#server/modules/sites/index.ts'
import { audit, changedFields } from '#server/platform/audit.ts'
import { type SignedIn, transact } from '#server/platform/context.ts'
import {
  changedMeanwhile,
  invalid,
  notFound,
  notPossible,
  refuseViolationOf,
} from '#server/platform/errors.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import {
  insertTax,
  readSettingsRow,
  readTaxes,
  wasAnythingCharged,
  writeSettings,
  writeTaxEnd,
} from './queries-settings.ts'

const subject = { kind: 'laboratory', id: 'laboratory' }

export async function readRules({ db }: SignedIn) {
  return { ...(await readSettingsRow(db)), taxes: await readTaxes(db) }
}

/** Turns prices on or off and sets what waits for a payment. The currency is fixed once something was charged. */
export async function changeRules(context: SignedIn, { version, ...after }: BodyOf<typeof contract>) {
  await transact(context, async (inside) => {
    const { version: current, ...before } = await readSettingsRow(inside.db, true)
    if (version !== current) throw changedMeanwhile('The rules of payment')
    if (after.currency !== before.currency && (await wasAnythingCharged(inside.db))) {
      throw notPossible('The currency stays as it is: visits were charged in it.')
    }
    const changed = changedFields(before, after)
    if (!changed) return
    const { on, ...rules } = after
    await writeSettings(inside.db, rules)
    if (on !== before.on) await writeLaboratory(inside.db, { pricesOn: on })
    await audit(inside, { action: 'money.rules_changed', subject, ...changed })
  })
  return { message: after.on ? 'Prices are on.' : 'Prices are off. Nothing of them is shown.' }
}

export async function createTax(context: SignedIn, fields: BodyOf<typeof addTaxContract>) {
  const id = uuidv7(context.clock)
  await transact(context, async (inside) => {
    await insertTax(inside.db, { id, ...fields })
    await audit(inside, { action: 'tax.added', subject: { kind: 'tax', id }, after: fields })
  }).catch(
    refuseViolationOf({
      tax_name: () => invalid({ name: ['There is a tax of this name already: end it first'] }),
    }),
  )
  return { message: `${fields.name} is in the list.` }
}

export async function endTax(context: SignedIn, id: string) {
  await transact(context, async (inside) => {
    if (!(await writeTaxEnd(inside.db, id))) throw notFound('This tax')
    await audit(inside, { action: 'tax.ended', subject: { kind: 'tax', id } })
  })
  return { message: 'The tax is no longer offered. Prices that have it keep it.' }
}
