import type { Fault } from './faults.ts'

export type Simulation = {
  fault?: Fault
  /** ASTM: whether each record is a frame of its own; otherwise frames cut records anywhere. */
  perRecord?: boolean
  /** HL7: whether the analyser accepts the orders in a message. */
  accepts?: (text: string) => boolean
  /** Called with each message of the server. */
  onMessage?: (text: string) => void
}

export type Simulated = {
  /** Sends a message. Returns the outcome as an analyser would show it. */
  send: (message: string) => Promise<string>
}
