import { z } from 'zod'

const aboutVisit = z.object({ visitId: z.uuid() })

/** The visit of a message; undefined if it is about none. */
export const visitIdOf = (payload: unknown): string | undefined => aboutVisit.safeParse(payload).data?.visitId
