import type { Wire } from '../wire.ts'
import type { Fault } from './fault.ts'

/** Disturbs the network to both databases, and mends it after `hold`. */
const disturbing =
  (disturb: (wire: Wire) => void): Fault['strike'] =>
  async ({ primary, standby }, hold) => {
    const wires = [primary.wire, standby.wire]
    wires.forEach(disturb)
    await hold()
    for (const wire of wires) wire.mend()
  }

export const cutNetwork: Fault = {
  name: 'network cut',
  does: 'connections between servers and database reset, and new ones refused',
  strike: disturbing((wire) => wire.cut()),
}

export const silentNetwork: Fault = {
  name: 'network silent',
  does: 'nothing is forwarded between servers and database, while connections stay open',
  strike: disturbing((wire) => wire.silence()),
}
