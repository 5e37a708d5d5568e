import { anywhere, type Fault } from './fault.ts'

export const cutNetwork: Fault = {
  name: 'network cut',
  does: 'connections between servers and database reset, and new ones refused',
  why: anywhere,
  async strike({ primary, standby }, hold) {
    for (const { wire } of [primary, standby]) wire.cut()
    await hold()
    for (const { wire } of [primary, standby]) wire.mend()
  },
}

export const silentNetwork: Fault = {
  name: 'network silent',
  does: 'nothing is forwarded between servers and database, while connections stay open',
  why: anywhere,
  async strike({ primary, standby }, hold) {
    for (const { wire } of [primary, standby]) wire.silence()
    await hold()
    for (const { wire } of [primary, standby]) wire.mend()
  },
}
