import type { SignedIn } from '#server/platform/context.ts'
import { event } from '#server/platform/events.ts'
import type { TaskKey } from './queries-tasks.ts'

/** A task was completed. */
export const taskCompleted = event<SignedIn, TaskKey & { testCode: string }>('task completed')
