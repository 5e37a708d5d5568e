import { ascending, spreadOf } from '../figures.ts'
import type { Row } from '../markdown-table.ts'
import { kinds, type Operation } from './history.ts'
import { type Fault, whyNot } from './kinds/fault.ts'
import type { Run } from './run.ts'

const seconds = (ms: number) => (ms / 1_000).toFixed(1)

/** The longest time without an acknowledged write, from `at` to `until`; `writes` are the times of all of them, in order. */
function longestPause(writes: readonly number[], at: number, until: number): number {
  const inside = writes.filter((time) => time > at && time < until)
  return [...inside, until].reduce(
    ({ before, longest }, time) => ({ before: time, longest: Math.max(longest, time - before) }),
    { before: at, longest: 0 },
  ).longest
}

const isWrite = ({ kind, outcome }: Operation) => kind !== 'read' && outcome === 'done'

/** A row for each fault: how often it was tried, and what the clients saw until the next fault. */
export function rowsOfFaults({ history, strikes }: Run): Row[] {
  const writes = ascending(history.operations.filter(isWrite).map(({ ended }) => ended))
  const { max: end } = spreadOf(history.operations.map(({ ended }) => ended))
  const windows = strikes.map((strike, index) => {
    const until = strikes[index + 1]?.at ?? end
    const asked = history.operations.filter(({ began, ended }) => began < until && ended > strike.at)
    return { ...strike, asked, pause: longestPause(writes, strike.at, until) }
  })
  const rows = [...Map.groupBy(windows, ({ fault }) => fault)].map(([fault, each]) => row(fault.name, each))
  return [...rows, row('all', windows)]
}

function row(name: string, each: readonly { asked: Operation[]; pause: number }[]): Row {
  const { n, p50, p99, max } = spreadOf(each.map(({ pause }) => pause))
  const sum = (of: (operation: Operation) => number) =>
    each.reduce((total, { asked }) => total + asked.reduce((some, one) => some + of(one), 0), 0)
  return {
    fault: name,
    tried: n,
    'no write for, median s': seconds(p50),
    'p99 s': seconds(p99),
    'longest s': seconds(max),
    '503s': sum(({ unavailable }) => unavailable),
    'no answer': sum(({ lost }) => lost),
  }
}

export const rowsOfOperations = ({ history: { operations } }: Run): Row[] =>
  kinds.map((kind) => {
    const some = operations.filter((operation) => operation.kind === kind)
    const count = (outcome: Operation['outcome']) => some.filter((one) => one.outcome === outcome).length
    return {
      operation: kind,
      asked: some.length,
      done: count('done'),
      refused: count('refused'),
      'never answered': count('unknown'),
      'sent twice at once': some.filter(({ twin }) => twin !== null).length,
    }
  })

export const rowsOfVerdicts = ({ verdicts }: Run): Row[] =>
  verdicts.map(({ rule, checked, findings }) => ({
    rule,
    checked,
    broken: findings.length,
    'first findings': findings.slice(0, 3).join('; '),
  }))

export const rowsOfLeftOut = (left: readonly Pick<Fault, 'name' | 'whyNot'>[]): Row[] =>
  left.map((fault) => ({ fault: fault.name, 'left out': whyNot(fault) ?? '' }))

/** A row for each kind of error that was answered 500, with the stack of the first. */
export const rowsOfFailures = ({ failures }: Run): Row[] =>
  [...Map.groupBy(failures, ({ code, message }) => `${code} ${message}`)].map(([error, each]) => ({
    error,
    times: each.length,
    first: each[0]?.time ?? '',
    stack: each[0]?.stack ?? '',
  }))
