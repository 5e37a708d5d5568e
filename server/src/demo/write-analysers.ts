import { planAt } from '#server/modules/booking/index.ts'
import {
  addInstrument,
  compareMessage,
  keepMessage,
  listMessages,
  moveInstrument,
  readUnread,
  resultMessage,
  signVerification,
  startVerification,
  wireStamp,
} from '#server/modules/instruments/index.ts'
import type { SignedIn } from '#server/platform/context.ts'

/** The analysers of the demonstration: one that measures blood counts, one with held values, and one that is silent. */
export const analysers = {
  counter: { name: 'Sysmex XN-330', profile: 'sysmex-xn', protocol: 'astm', sampleAt: 'O-4.3', codeAt: 5 },
  holding: { name: 'Mindray BC-5380', profile: 'mindray-bc-5380', protocol: 'hl7', sampleAt: '', codeAt: 0 },
  silent: { name: 'Chemistry analyser', profile: 'generic-astm', protocol: 'astm', sampleAt: '', codeAt: 0 },
} as const

/** The port is chosen when the simulated analyser starts. */
const noPort = 1

export async function writeAnalysers(manager: SignedIn): Promise<void> {
  for (const analyser of Object.values(analysers)) {
    const { id } = await addInstrument(manager, {
      ...analyser,
      serialNumber: '',
      way: 'connect',
      host: '127.0.0.1',
      port: noPort,
      allowed: '',
      encoding: 'utf8',
      checksum: true,
      acknowledged: true,
      joinsRecords: false,
      controlPattern: 'QC-*',
      sendsOrders: false,
      sendsPatient: false,
      folder: '',
      tls: false,
      csv: null,
    })
    if (analyser === analysers.counter) await verify(manager, id)
    await moveInstrument(manager, id, { state: 'live' })
  }
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
