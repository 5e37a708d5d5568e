import type { Plugin } from 'vite'

const parts = /\/web\/src\/ui\/[a-z-]+\.module\.css$/

/**
 * Puts the styles of the generic parts into a layer below those of the features, so that a feature's rule wins over a
 * part's whatever the order in which their chunks arrive.
 */
export function layeredParts(): Plugin {
  return {
    name: 'layered-parts',
    enforce: 'pre',
    transform(code, id) {
      return parts.test(id) ? { code: `@layer base, ui;\n@layer ui {\n${code}\n}\n`, map: null } : null
    },
  }
}
