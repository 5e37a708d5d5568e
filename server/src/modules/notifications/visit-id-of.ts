import { z } from 'zod'

const aboutVisit = z.object({ visitId: z.uuid() })

/** The visit that a message is about; undefined where it is about none. */
export const visitIdOf = (payload: unknown): string | undefined => aboutVisit.safeParse(payload).data?.visitId
