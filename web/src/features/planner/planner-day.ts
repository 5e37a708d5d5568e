import type { ResponseOf } from '#contract/endpoint.ts'
import type { plannerDay } from '#contract/planner.ts'

export type PlannerDay = ResponseOf<typeof plannerDay>
