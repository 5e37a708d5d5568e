import { planAt } from '#server/modules/booking/index.ts'
import {
  addInstrument,
  compareMessage,
  endBreakdown,
  keepMessage,
  listBreakdowns,
  listMessages,
  moveInstrument,
  noteInstrumentEvent,
  readUnread,
  reportBreakdown,
  resultMessage,
  signVerification,
  startVerification,
  wireStamp,
} from '#server/modules/instruments/index.ts'
import { after, days, stoppedClock, utcDay } from '#server/platform/clock.ts'
import type { SignedIn } from '#server/platform/context.ts'

/** The analysers of the demonstration: one that measures blood counts, one with held values, and one that is silent. */
export const analysers = {
  counter: { name: 'Sysmex XN-330', profile: 'sysmex-xn', protocol: 'astm', sampleAt: 'O-4.3', codeAt: 5 },
  holding: { name: 'Mindray BC-5380', profile: 'mindray-bc-5380', protocol: 'hl7', sampleAt: '', codeAt: 0 },
  silent: { name: 'Chemistry analyser', profile: 'generic-astm', protocol: 'astm', sampleAt: '', codeAt: 0 },
} as const

/** The port is chosen when the simulated analyser starts. */
const noPort = 1

const settings = {
  serialNumber: '',
  allowed: '',
  encoding: 'utf8',
  checksum: true,
  acknowledged: true,
  joinsRecords: false,
  sampleAt: '',
  codeAt: 0,
  controlPattern: 'QC-*',
  sendsOrders: false,
  sendsPatient: false,
  folder: '',
  tls: false,
  csv: null,
} as const

export async function writeAnalysers(manager: SignedIn): Promise<void> {
  for (const analyser of Object.values(analysers)) {
    const { id } = await addInstrument(manager, {
      ...settings,
      ...analyser,
      ...{ way: 'connect', host: '127.0.0.1', port: noPort },
    })
    if (analyser === analysers.counter) await verify(manager, id)
    await moveInstrument(manager, id, { state: 'live' })
    if (analyser === analysers.counter) await careFor(manager, id)
    if (analyser === analysers.silent) await repair(manager, id)
  }
  await writeCentrifuge(manager)
}

/** A centrifuge without a connection, whose service is due since yesterday. */
async function writeCentrifuge(manager: SignedIn): Promise<void> {
  const { id } = await addInstrument(manager, {
    ...settings,
    ...{ name: 'Hettich EBA 200', profile: 'not-connected', serialNumber: '0134782-04' },
    ...{ protocol: 'none', way: 'none', host: '', port: null },
  })
  const serviced = ago(manager, 181)
  await noteInstrumentEvent(serviced, id, {
    ...entry,
    ...{ kind: 'service', day: dayOf(serviced), dueOn: dayOf(serviced, 180) },
    note: 'Speed measured, rotor and seals checked, chamber disinfected',
  })
}

/** The manager as of some days ago. */
const ago = (manager: SignedIn, count: number): SignedIn => ({
  ...manager,
  clock: stoppedClock(after(manager.clock.now(), -days(count))),
})
const dayOf = ({ clock }: SignedIn, ahead = 0) => utcDay(after(clock.now(), days(ahead)))

const entry = { time: '00:00', analyte: '', lot: '', stockLot: null, expiresOn: null } as const

/** A service and a calibration, of which the calibration is due. */
async function careFor(manager: SignedIn, id: string): Promise<void> {
  const serviced = ago(manager, 40)
  await noteInstrumentEvent(serviced, id, {
    ...entry,
    ...{ kind: 'service', day: dayOf(serviced), dueOn: dayOf(serviced, 90), note: 'Sampling valve cleaned' },
  })
  const calibrated = ago(manager, 31)
  await noteInstrumentEvent(calibrated, id, {
    ...entry,
    ...{ kind: 'calibration', day: dayOf(calibrated), dueOn: dayOf(calibrated, 30), lot: 'SCS-1403' },
    note: 'All channels within limits',
  })
}

/** A breakdown that ended on the next day. */
async function repair(manager: SignedIn, id: string): Promise<void> {
  const broken = ago(manager, 12)
  const fault = 'The lamp of the photometer failed'
  await reportBreakdown(broken, id, { day: dayOf(broken), time: '00:00', fault })
  const [breakdown] = (await listBreakdowns(manager, id, { limit: 1 })).rows
  if (!breakdown) throw new Error('The breakdown is not stored')
  const repaired = ago(manager, 11)
  await endBreakdown(repaired, id, breakdown.id, {
    ...{ day: dayOf(repaired), time: '00:00' },
    repair: 'Lamp replaced; both controls within their limits',
  })
}

const sample = '26001'
const shown = [
  { code: 'WBC', value: '6.1', unit: '10*3/uL' },
  { code: 'RBC', value: '4.6', unit: '10*6/uL' },
  { code: 'HGB', value: '13.4', unit: 'g/dL' },
  { code: 'HCT', value: '40.2', unit: '%' },
  { code: 'PLT', value: '250', unit: '10*3/uL' },
]

/** Verifies the interface of an analyser on trial, with one message. */
async function verify(manager: SignedIn, id: string): Promise<void> {
  await moveInstrument(manager, id, { state: 'trial' })
  const siteId = (await planAt(manager, undefined, [])).site.id
  const stamp = wireStamp(manager.clock.now())
  const text = resultMessage({ protocol: 'astm', key: 'sysmex-xn' }, sample, shown, { stamp })
  await keepMessage(manager, { siteId, id }, { bytes: Buffer.from(text), peer: '127.0.0.1', isWhole: true })
  await readUnread(manager)
  const [message] = (await listMessages(manager, id, { limit: 1 })).rows
  if (!message) throw new Error('The message is not stored')
  const verification = (await startVerification(manager, id)).id
  const values = shown.map(({ value, unit }, position) => ({ position, sample, value, unit }))
  await compareMessage(manager, { id, verification, message: message.id }, { values, version: 1 })
  await signVerification(manager, id, verification, { version: 2 })
}
