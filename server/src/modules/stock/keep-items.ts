import type { BodyOf } from '#contract/endpoint.ts'
import type { addStockItem as addContract, changeStockItem as changeContract } from '#contract/stock.ts'
import { readBenchTests } from '#server/modules/catalogue/index.ts'
import { siteOfNew } from '#server/modules/sites/index.ts'
import { audit, changedFields } from '#server/platform/audit.ts'
import { type SignedIn, transact } from '#server/platform/context.ts'
import { changedMeanwhile, invalid, refuseViolationOf, required } from '#server/platform/errors.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import { insertItem, readItem, readUses, replaceUses, writeItem } from './queries-stock.ts'

export async function addStockItem(
  context: SignedIn,
  { siteId: wanted, uses, ...fields }: BodyOf<typeof addContract>,
) {
  await requireTests(context, uses)
  const id = uuidv7(context.clock)
  const siteId = await siteOfNew(context, wanted)
  return transact(context, async (inside) => {
    await insertItem(inside.db, { id, siteId, ...fields }).catch(refuseTakenName)
    await replaceUses(inside.db, id, uses)
    const subject = { kind: 'stock', id }
    await audit(inside, { action: 'stock.added', subject, after: { siteId, ...fields, uses } })
    return { message: `${fields.name} is added.`, id }
  })
}

export async function changeStockItem(
  context: SignedIn,
  id: string,
  { version, ended, uses, ...fields }: BodyOf<typeof changeContract>,
) {
  await requireTests(context, uses)
  return transact(context, async (inside) => {
    const { db, actor, clock } = inside
    const item = required(await readItem(db, actor.sites, id, clock.now()), 'This item')
    const before = (await readUses(db, id)).map(({ test, amount }) => ({ test, amount }))
    const endedAt = ended ? (item.endedAt ?? clock.now()) : null
    if (!(await writeItem(db, id, version, { ...fields, endedAt }).catch(refuseTakenName)))
      throw changedMeanwhile(item.name)
    await replaceUses(db, id, uses)
    const changes = changedFields({ ...item, uses: before }, { ...fields, endedAt, uses })
    await audit(inside, { action: 'stock.changed', subject: { kind: 'stock', id }, ...changes })
    return { message: `${fields.name} is saved.` }
  })
}

async function requireTests({ db }: SignedIn, uses: readonly { test: string }[]): Promise<void> {
  const codes = uses.map(({ test }) => test)
  const known = new Set((await readBenchTests(db, codes)).map(({ code }) => code))
  const unknown = codes.find((code) => !known.has(code))
  if (unknown !== undefined) throw invalid({ uses: [`There is no test ${unknown}`] })
}

const refuseTakenName = refuseViolationOf({
  stock_item_name: () => invalid({ name: ['The site has an item with this name'] }),
})
