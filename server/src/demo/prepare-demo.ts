import type pg from 'pg'
import { specialtyNames } from '#contract/specialties.ts'
import { addForms } from '#server/modules/downtime/index.ts'
import { audit } from '#server/platform/audit.ts'
import { after, days } from '#server/platform/clock.ts'
import type { Context } from '#server/platform/context.ts'
import { type DemoSignIn, demoSignIns } from '#server/platform/demo-sign-ins.ts'
import { hasher } from '#server/platform/hasher.ts'
import { StartupError } from '#server/platform/startup-error.ts'
import { stream } from '#simulation/random.ts'
import { beginsAtMinute } from './demo-clock.ts'
import { idAt } from './draws.ts'
import { furnish } from './furnish.ts'
import { demoPhone, laboratoryPhone, type Person } from './people.ts'
import { tidy } from './queries-bulk.ts'
import { addDemoAccount, demoMarker, isUntouched, nameLaboratory } from './queries-demo.ts'
import { offerHivTest } from './queries-orders.ts'
import { writeAnalysers } from './write-analysers.ts'
import { writeAuthorities } from './write-authorities.ts'
import { writeClinic } from './write-clinic.ts'
import { writeConfidential } from './write-confidential.ts'
import { writeControls } from './write-controls.ts'
import { writeCultures } from './write-cultures.ts'
import { writeEqa } from './write-eqa.ts'
import { writeHistory } from './write-history.ts'
import { writeMoney } from './write-money.ts'
import { writeNonconformities } from './write-nonconformities.ts'
import { writeOrders } from './write-orders.ts'
import { writePackages } from './write-packages.ts'
import { writeReferrals } from './write-referrals.ts'
import { actingAs, writeAnaemia, writeReports } from './write-reports.ts'
import { writeStanding } from './write-standing.ts'
import { writeStock } from './write-stock.ts'
import { writeStorage } from './write-storage.ts'
import { writeTemperatures } from './write-temperatures.ts'

/** The seed of the demonstration's people and days. */
export const seed = 1
const perDay = 110
const past = 60
/** Reports that are drawn before the first start ends; each takes about 30 ms. */
const firstReports = 12
/** Days of control values: enough for a chart. */
const controlled = 30

type Demo = { perDay: number; madeAt: Date }

/**
 * Fills an empty database with two months of history, a morning until now, and the accounts of the demonstration, in bulk as the schema's owner. A
 * database of an earlier DEMO is used as it is; any other database is refused unchanged.
 */
export async function prepareDemo(
  context: Context,
  owner: pg.Pool,
  say: (line: string) => void,
): Promise<Demo> {
  const made = await demoMarker(context.db)
  if (made) return made
  if (!(await isUntouched(context.db))) {
    throw new StartupError(
      'DEMO=1 works only on an empty database or one that it made: this one is somebody’s laboratory.',
    )
  }
  const start = performance.now()
  say(`Making a laboratory with ${past} days of history …`)
  const client = await owner.connect()
  try {
    await make(context, client)
    await tidy(client)
  } finally {
    client.release(true)
  }
  say(`The laboratory is there, after ${((performance.now() - start) / 1000).toFixed(1)} s.`)
  return { perDay, madeAt: context.clock.now() }
}

async function make(context: Context, client: pg.PoolClient): Promise<void> {
  const { clock } = context
  const random = stream(seed, 'demo accounts')
  const createdAt = after(clock.now(), -days(past + 30))
  const [signIn] = demoSignIns
  const passwordHash = await hasher.hash(signIn?.password ?? '')
  const accounts = demoSignIns.map((one) => ({
    ...one,
    id: idAt(createdAt.getTime(), random),
    createdAt,
    passwordHash,
  }))
  const of = (role: DemoSignIn['role']) => {
    const found = accounts.find((one) => one.role === role)
    if (!found) throw new Error(`The demonstration has no ${role}`)
    return found
  }
  const patient = of('user')
  const regular: Person = {
    name: patient.name,
    gender: 'female',
    age: 34,
    phone: demoPhone,
    email: patient.email,
    account: -1,
    id: patient.id,
  }
  const { staff, missing } = await writeHistory(client, clock, {
    seed,
    visits: perDay * past,
    days: past,
    sites: 1,
    regular,
    people: 1600,
    ahead: 14,
    today: beginsAtMinute,
    wholeDays: 7,
    async alongside(db) {
      await nameLaboratory(db, {
        name: 'Phial Demonstration Laboratory',
        address: '1 Example Street, Accra, Ghana',
        phone: laboratoryPhone,
        email: 'laboratory@example.com',
      })
      for (const account of accounts) {
        const specialties = account.role === 'technician' ? specialtyNames : []
        // A clinician needs a facility, which is written later.
        const role = account.role === 'clinician' ? ('user' as const) : account.role
        await addDemoAccount(db, { ...account, role }, specialties)
      }
      await audit(
        { ...context, db },
        { action: 'demo.made', subject: { kind: 'laboratory', id: 'demo' }, after: { seed, perDay } },
      )
    },
  })
  if (missing.length > 0) context.log.warn({ missing }, 'the morning lacks cases that it should show')
  const [manager, technician] = [
    await actingAs(context, of('admin').id),
    await actingAs(context, of('technician').id),
  ]
  await writeControls({ manager, technician }, { seed, past: controlled, now: clock.now(), out: true })
  await writeAnalysers(manager)
  await writeNonconformities({ manager, technician }, clock.now())
  await writeReferrals({ manager, technician }, clock.now())
  await writeStorage({ manager, technician }, clock.now())
  await offerHivTest(manager.db)
  await writeStock({ manager, technician }, clock.now())
  await writeTemperatures({ manager, technician }, { seed, now: clock.now() })
  await writeEqa({ manager, technician }, clock.now())
  await addForms(manager, { count: 6 })
  await writeOrders(context, of('admin').id)
  await writeMoney({ manager, cashier: technician }, clock.now())
  await writePackages(manager, clock.now())
  await writeAuthorities(manager)
  await writeReports(context, { accountId: patient.id, limit: 20 })
  await writeReports(context, { accountId: null, limit: firstReports })
  await writeAnaemia(context)
  const clinic = { clinicianId: of('clinician').id, facility: 'Example Ridge Clinic' }
  const clinician = await writeClinic(context, clinic)
  await writeCultures({ manager, technician, clinician, patientId: patient.id }, clock.now())
  await writeConfidential({ manager, technician, clinician }, clock.now())
  await writeStanding(manager, patient.id, clock.now())
  await furnish(context, {
    patientId: patient.id,
    managerId: of('admin').id,
    workers: [
      ...[...staff.values()].map(({ id, member }) => ({ id, shifts: member.shifts })),
      { id: of('technician').id, shifts: [{ from: 7 * 60, until: 16 * 60 }] },
    ],
  })
}
