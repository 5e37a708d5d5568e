import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const helpers = fileURLToPath(new URL('calendar-helpers.ts', import.meta.url))
const picked = /calendar-helpers\.ts\?as=(\w+)$/

/**
 * Leaves out of react-big-calendar what /select-date does not run, a third of its script: the pop-up of the month view, and plugins
 * of a date library that is not used. Its nine helpers of lodash, each of which brings many others along, are those of
 * `calendar-helpers.ts`.
 */
export function smallCalendar(): Plugin {
  return {
    name: 'small-calendar',
    apply: 'build',
    enforce: 'pre',
    resolveId: {
      filter: { id: /^(lodash\/\w+|dayjs\/plugin\/\w+|react-overlays)$/ },
      handler(id, importer) {
        if (!importer?.includes('/react-big-calendar/')) return null
        if (id === 'react-overlays') return '\0calendar-without-overlay'
        return id.startsWith('lodash/')
          ? `${helpers}?as=${id.slice('lodash/'.length)}`
          : '\0calendar-without-plugin'
      },
    },
    load: {
      filter: { id: [picked, /^\0calendar-without-/] },
      handler(id) {
        const [, name] = picked.exec(id) ?? []
        if (name) return `export { ${name} as default } from ${JSON.stringify(helpers)}`
        return id.endsWith('overlay') ? 'export const Overlay = () => null' : 'export default undefined'
      },
    },
  }
}
