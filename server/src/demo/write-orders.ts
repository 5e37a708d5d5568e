import { after, days } from '#server/platform/clock.ts'
import type { Context } from '#server/platform/context.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import { ghanaPhone } from './people.ts'
import {
  addComments,
  addFacilities,
  addInterpretations,
  addOrders,
  addReferrers,
  nameMethods,
  nameSignatories,
  setReportLines,
} from './queries-orders.ts'

/** Who asks for tests, what orders say, and what reports say beside results. Names and numbers are made up. */

const facilities = [
  { name: 'Example Ridge Clinic', kind: 'clinic', resultsBy: 'whatsapp' },
  { name: 'Example Harbour Hospital', kind: 'hospital', resultsBy: 'email' },
  { name: 'Example Cocoa Company', kind: 'company', resultsBy: 'collect' },
] as const
const referrers = [
  { fullName: 'Dr Akua Sarpong', at: 0 },
  { fullName: 'Dr Kwesi Lartey', at: 1 },
  { fullName: 'Dr Zainab Issah', at: 1 },
  { fullName: 'Midwife Esther Tetteh', at: 0 },
] as const
const methods = {
  FBC: ['Impedance and light scatter', 'Haematology analyser'],
  GLU: ['Glucose oxidase', 'Chemistry analyser'],
  BUE: ['Ion-selective electrode', 'Chemistry analyser'],
  LFT: ['Photometry', 'Chemistry analyser'],
  MPS: ['Thick and thin film, Giemsa', 'Microscope'],
  SICK: ['Sodium metabisulphite', 'Microscope'],
} as const
const comments = [
  'Please repeat in four weeks.',
  'The sample was slightly haemolysed.',
  'Discussed by phone.',
]

/** Before reports are drawn, so that they have it. Every third visit without an account has an order. */
export async function writeOrders(context: Context, managerId: string): Promise<void> {
  const { db, clock } = context
  const now = after(clock.now(), -days(30))
  const id = () => uuidv7(clock)
  await setReportLines(db, {
    reportHead: 'Example licence 0000',
    reportFoot: 'Results are not given by phone.',
  })
  await nameSignatories(db)
  await nameMethods(db, methods)
  const added = facilities.map((one, index) => ({
    ...one,
    id: id(),
    phone: ghanaPhone(7100 + index),
    email: '',
  }))
  await addFacilities(db, added)
  const people = referrers.map(({ fullName, at }, index) => ({
    id: id(),
    fullName,
    facilityId: added[at]?.id ?? null,
    phone: ghanaPhone(7200 + index),
    email: '',
    licenceNumber: `EX ${1041 + index}`,
  }))
  await addReferrers(db, people)
  const by = { by: managerId, at: now }
  await addOrders(
    db,
    people.map((one) => one.id),
    by,
  )
  await addComments(
    db,
    comments.map((text) => ({ id: id(), text, testCode: null, addedBy: managerId, addedAt: now })),
  )
  await addInterpretations(db, id(), by)
}
