import { draw } from '../distributions.ts'
import { stream } from '../random.ts'
import type { Day } from './day.ts'
import type { Analyser } from './plan.ts'
import type { Task } from './task.ts'
import { createWorkQueue } from './work-queue.ts'

/** Machines that take several samples at once. Those of one kind share what waits for them. */
export function createAnalysers(day: Day, finished: (task: Task) => void) {
  const { plan, agenda, record } = day
  const minutes: Record<string, number> = {}
  const kinds = new Map(
    [...new Set(plan.analysers.map(({ kind }) => kind))].map((kind) => [kind, group(kind)]),
  )

  function group(kind: string) {
    const waiting = createWorkQueue<Task>()
    const idle = plan.analysers.filter((one) => one.kind === kind)
    const random = stream(day.seed, 'runs', kind)
    let timer = false

    function start(machine: Analyser) {
      idle.splice(idle.indexOf(machine), 1)
      const tasks: Task[] = []
      for (
        let next = waiting.take();
        next;
        next = tasks.length < machine.places ? waiting.take() : undefined
      ) {
        tasks.push(next)
      }
      const samples = tasks.map(({ sample }) => sample)
      const length = draw(machine.run, random)
      minutes[machine.id] = (minutes[machine.id] ?? 0) + length
      record({ at: agenda.now(), kind: 'run started', analyser: machine.id, samples })
      agenda.plan(agenda.now() + length, () => {
        record({ at: agenda.now(), kind: 'run finished', analyser: machine.id, samples })
        idle.push(machine)
        for (const task of tasks) finished(task)
        look()
      })
    }
    function look() {
      for (const machine of [...idle]) {
        const oldest = waiting.oldest()
        if (oldest === null) break
        // The timer was set to the same sum: a difference could miss it by a rounding.
        const held = agenda.now() >= oldest + machine.holdMinutes
        if (held || waiting.urgent || waiting.size >= machine.places) start(machine)
      }
      lookLater()
    }
    function lookLater() {
      const oldest = waiting.oldest()
      if (timer || oldest === null || idle.length === 0) return
      timer = true
      agenda.plan(oldest + Math.min(...idle.map((one) => one.holdMinutes)), () => {
        timer = false
        look()
      })
    }
    return (task: Task) => {
      waiting.push(task, task.patient.visit.class === 'stat', agenda.now())
      look()
    }
  }

  return {
    minutes,
    load(kind: string, task: Task) {
      const join = kinds.get(kind)
      if (!join) throw new Error(`No analyser is of the kind ${kind}.`)
      join(task)
    },
  }
}
