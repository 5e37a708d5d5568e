import type { BodyOf } from '#contract/endpoint.ts'
import { type changeRetentionPeriods, retentionClasses, retentionPlaces } from '#contract/retention.ts'
import { audit, changedFields } from '#server/platform/audit.ts'
import { type SignedIn, transact } from '#server/platform/context.ts'
import { changedMeanwhile, invalid } from '#server/platform/errors.ts'
import { listLaws, listPeriods, readRule, setPeriod, setPlace } from './queries-retention.ts'

/** Sets the country and the periods. The database refuses a period below the minimum as well. */
export async function changePeriods(
  context: SignedIn,
  { place, version, periods }: BodyOf<typeof changeRetentionPeriods>,
) {
  const laws = await listLaws(context.db)
  for (const [index, { class: name, days }] of periods.entries()) {
    const law = laws.find((one) => one.place === place && one.class === name)
    if (law && days !== null && days < law.leastDays) {
      const demand = `${retentionClasses[name]}: at least ${law.leastDays} days in this country (${retentionPlaces[place]})`
      throw invalid({ [`periods.${index}.days`]: [demand] })
    }
  }
  await transact(context, async (inside) => {
    const { db, clock } = inside
    const stateOf = async () => ({
      place: (await readRule(db)).place,
      ...Object.fromEntries((await listPeriods(db)).map((row) => [row.class, row.days])),
    })
    const before = await stateOf()
    if (!(await setPlace(db, place, version, clock.now()))) throw changedMeanwhile('The retention periods')
    for (const { class: name, days } of periods) await setPeriod(db, name, days)
    const subject = { kind: 'retention', id: 'periods' }
    await audit(inside, {
      action: 'retention_periods.confirmed',
      subject,
      ...changedFields(before, await stateOf()),
    })
  })
  return { message: 'Saved. What has expired is deleted each night.' }
}
