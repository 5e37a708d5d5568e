import type { Delimiters } from '#server/modules/instruments/index.ts'

/** The delimiters of messages that are sent. */
export const hl7Delimiters: Delimiters = {
  field: '|',
  repeat: '~',
  component: '^',
  sub: '&',
  escaping: '\\',
}
