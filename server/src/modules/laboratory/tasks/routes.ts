import * as contract from '#contract/bench.ts'
import type { Serve } from '#server/platform/http/serve.ts'
import { listTasks, readTask, summariseTasks } from './list-tasks.ts'
import { addTaskNote, claimNextTask, moveTask } from './move-task.ts'
import { readWorklist, startWorklist } from './work-list.ts'

export function taskRoutes(serve: Serve): void {
  serve(contract.taskSummary, (context) => summariseTasks(context))
  serve(contract.listTasks, (context, { query }) => listTasks(context, query))
  serve(contract.worklist, (context, { query }) => readWorklist(context, query.test))
  serve(contract.startWorklist, (context, { body }) => startWorklist(context, body.tasks))
  serve(contract.claimNextTask, (context) => claimNextTask(context))
  serve(contract.readTask, (context, { params }) => readTask(context, params.id))
  serve(contract.moveTask, (context, { params, body }) => moveTask(context, params.id, body))
  serve(contract.addTaskNote, (context, { params, body }) => addTaskNote(context, params.id, body.text))
}
