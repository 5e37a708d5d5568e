import type { Delimiters } from '#server/modules/instruments/index.ts'

/** The delimiters of answers. */
export const hl7Delimiters: Delimiters = {
  field: '|',
  repeat: '~',
  component: '^',
  sub: '&',
  escaping: '\\',
}
