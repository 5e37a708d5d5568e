import type { SignedIn } from '#server/platform/context.ts'
import { event } from '#server/platform/events.ts'

/** Asks for the address that a result link opens, and the text of its message. */
export const resultLinkAsked = event<
  SignedIn,
  { siteId: string; visitId: string; token: string },
  { address: string; text: string }
>('text of a result link asked')
