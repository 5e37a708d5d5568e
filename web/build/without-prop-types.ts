import type { Plugin } from 'vite'

const calendar = /\/node_modules\/react-big-calendar\/dist\/.*\.js$/
const declaration = /^\w+\.propTypes = [^;]*?^\}(?:, [\w.]+\))?(?: : \{\})?;$/gms
const emptyId = '\0no-prop-types'

/**
 * Leaves out the types of properties that react-big-calendar and its parts declare for versions of React that checked them,
 * and the package that makes them.
 */
export function withoutPropTypes(): Plugin {
  return {
    name: 'without-prop-types',
    apply: 'build',
    enforce: 'pre',
    resolveId: (id) => (id === 'prop-types' ? emptyId : null),
    load: (id) =>
      id === emptyId ? 'const any = new Proxy(() => any, { get: () => any })\nexport default any\n' : null,
    transform(code, id) {
      return calendar.test(id) ? { code: code.replace(declaration, ''), map: null } : null
    },
  }
}
