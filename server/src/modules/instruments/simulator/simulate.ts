import type { Socket } from 'node:net'
import type { InstrumentProtocol } from '#contract/instruments.ts'
import { simulateAstm } from './simulate-astm.ts'
import { simulateHl7 } from './simulate-hl7.ts'
import type { Simulated, Simulation } from './simulation.ts'

/** Simulated analysers, for the demonstration, for tests, and to try a mapping without a real analyser. */

export const simulate = (protocol: InstrumentProtocol, socket: Socket, how: Simulation = {}): Simulated =>
  protocol === 'astm' ? simulateAstm(socket, how) : simulateHl7(socket, how)
