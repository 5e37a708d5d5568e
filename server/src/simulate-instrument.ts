import { once } from 'node:events'
import { connect } from 'node:net'
import { parseArgs } from 'node:util'
import { shippedProfiles } from './modules/instruments/profiles.ts'
import { type Fault, faults } from './modules/instruments/simulator/faults.ts'
import { simulate } from './modules/instruments/simulator/simulate.ts'
import {
  queryMessage,
  resultMessage,
  usualResults,
} from './modules/instruments/simulator/simulated-messages.ts'
import { wireStamp } from './modules/instruments/wire/wire-time.ts'

/**
 * Simulates an analyser: sends a result for each code of its profile, asks for the orders of a sample, or waits for orders, optionally
 * with a fault of the line. Use it to test a mapping or the handling of faults:
 * `npm run instrument -- --profile sysmex-xn --port 5101 --sample 01260309000018`.
 */

const profiles = shippedProfiles.filter(
  ({ settings }) => settings.protocol !== 'csv' && settings.protocol !== 'none',
)

const usage = `Usage: npm run instrument -- --profile NAME --port 5101 (--sample NUMBER | --ask NUMBER | --wait SECONDS)
  [--host 127.0.0.1] [--value CODE=12.9] [--fault ${faults.filter((one) => one !== 'none').join('|')}]
Profiles: ${profiles.map(({ key }) => key).join(', ')}`

const { values: given } = parseArgs({
  options: {
    profile: { type: 'string' },
    host: { type: 'string', default: '127.0.0.1' },
    port: { type: 'string' },
    sample: { type: 'string' },
    ask: { type: 'string' },
    wait: { type: 'string' },
    fault: { type: 'string', default: 'none' },
    value: { type: 'string', multiple: true, default: [] },
  },
})
const fault = faults.find((one): one is Fault => one === given.fault)
const profile = profiles.find(({ key }) => key === given.profile)
if (!profile || !given.port || !fault || !(given.sample ?? given.ask ?? given.wait)) {
  process.stderr.write(`${usage}\n`)
  process.exit(1)
}

const of = { protocol: profile.settings.protocol, key: profile.key }
const stamp = wireStamp(new Date(performance.timeOrigin))
const say = (text: string) => process.stdout.write(`${text}\n`)
const socket = connect(Number(given.port), given.host)
await once(socket, 'connect')
const analyser = simulate(of.protocol, socket, {
  fault,
  onMessage: (text) => say(text.replaceAll('\r', '\n')),
})
if (given.sample) {
  const asked = new Map(given.value.map((one) => one.split('=', 2) as [string, string]))
  say(await analyser.send(resultMessage(of, given.sample, usualResults(profile.codes, asked), { stamp })))
}
if (given.ask) say(await analyser.send(queryMessage(of, given.ask, { stamp })))
const seconds = Number(given.wait ?? (given.ask ? 3 : 0))
setTimeout(() => socket.destroy(), seconds * 1_000)
