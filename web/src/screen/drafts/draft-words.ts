import { t } from '@lingui/core/macro'
import type { DraftView } from './draft-keeper.ts'

/** Where what was typed lies at this moment, in words. */
export function whereInWords({ where, refused, conflict, asked }: DraftView): string {
  const becomes =
    asked === null ? t`It becomes a result when you save it.` : t`It will then be saved as a result.`
  if (conflict && where === 'browser') return t`Kept in this browser until you have chosen.`
  if (conflict && where === 'tab') return t`Kept until this tab is closed. Choose first.`
  switch (where) {
    case 'nowhere':
      return asked === null ? '' : t`It is saved as soon as the server can be reached.`
    case 'keeping':
      return t`Saving your draft...`
    case 'server':
      return t`Kept on the server. ${becomes}`
    case 'browser':
      return refused === null
        ? t`Kept in this browser, sent when the network is back. ${becomes}`
        : t`Kept in this browser only. The server refused it: ${refused}`
    case 'tab':
      return refused === null
        ? t`Kept until this tab is closed, sent when the network is back: at this address the browser cannot store it safely. ${becomes}`
        : t`Kept until this tab is closed. The server refused it: ${refused}`
    default:
      return where satisfies never
  }
}
