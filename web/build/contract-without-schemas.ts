import type { ESTree, Plugin } from 'vite'

const contractModule = /\/contract\/[a-z-]+\.ts$/
/** What the browser reads of an endpoint at run time. Its types keep the rest. */
const kept = new Set(['method', 'path', 'access', 'repeatable'])

/** Values that a bundler sees through by itself. Any other may hold a call, deep inside. */
const plain = new Set(['Literal', 'Identifier', 'FunctionExpression', 'ArrowFunctionExpression'])

type Edit = { start: number; end: number; text: string }

/**
 * The browser calls endpoints by method and path; the schemas are checked by the server. This leaves them out of the
 * browser's copy of the contract, and marks what was only used by them as droppable, so that zod is loaded by a
 * screen only if the screen itself parses something.
 */
export function contractWithoutSchemas(): Plugin {
  return {
    name: 'contract-without-schemas',
    apply: 'build',
    transform(code, id) {
      if (!contractModule.test(id)) return null
      const edits: Edit[] = []
      for (const statement of this.parse(code).body) {
        const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
        if (declaration?.type !== 'VariableDeclaration') continue
        for (const { init } of declaration.declarations) {
          if (!init || plain.has(init.type)) continue
          edits.push(...schemaCuts(init), ...pureWrap(init))
        }
      }
      return { code: applied(code, edits), map: null }
    },
  }
}

function schemaCuts(value: ESTree.Expression): Edit[] {
  if (value.type !== 'CallExpression') return []
  const [definition] = value.arguments
  const isEndpoint = value.callee.type === 'Identifier' && value.callee.name === 'endpoint'
  if (!isEndpoint || definition?.type !== 'ObjectExpression') return []
  return definition.properties.flatMap((property) =>
    property.type === 'Property' && property.key.type === 'Identifier' && !kept.has(property.key.name)
      ? [{ start: property.value.start, end: property.value.end, text: 'undefined' }]
      : [],
  )
}

/** An annotation holds for one call only; a chain of calls needs one call around it. */
function pureWrap({ start, end }: ESTree.Expression): Edit[] {
  return [
    { start, end: start, text: '/*@__PURE__*/ (() => (' },
    { start: end, end, text: '))()' },
  ]
}

function applied(code: string, edits: Edit[]): string {
  let text = code
  for (const edit of edits.toSorted((a, b) => b.start - a.start)) {
    text = text.slice(0, edit.start) + edit.text + text.slice(edit.end)
  }
  return text
}
