import type { Plugin } from 'vite'

const styles = /\/web\/src\/.*\.module\.css$/

/**
 * The landing page's markup is written at build time, so its script uses no class name, and a bundler would drop the
 * styles with the names. This keeps what the landing entry imports.
 */
export function keepLandingStyles(): Plugin {
  return {
    name: 'keep-landing-styles',
    apply: 'build',
    enforce: 'post',
    transform(code, id) {
      return styles.test(id) ? { code, map: null, moduleSideEffects: 'no-treeshake' } : null
    },
  }
}
