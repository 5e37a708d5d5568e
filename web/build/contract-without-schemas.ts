import { type ESTree, type Plugin, Visitor } from 'vite'

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
      const program = this.parse(code)
      const constants = program.body.flatMap((statement) => {
        const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
        return declaration?.type === 'VariableDeclaration' ? declaration.declarations : []
      })
      // Includes calls inside a function that makes several endpoints, and constants that are spread into definitions.
      const definitions: ESTree.ObjectExpression[] = []
      new Visitor({
        CallExpression({ callee, arguments: [definition] }) {
          if (callee.type !== 'Identifier' || callee.name !== 'endpoint') return
          if (definition?.type === 'ObjectExpression') definitions.push(definition)
        },
      }).visit(program)
      const spread = definitions.flatMap(({ properties }) =>
        properties.flatMap((property) =>
          property.type === 'SpreadElement' && property.argument.type === 'Identifier'
            ? [property.argument.name]
            : [],
        ),
      )
      const shared = constants.flatMap(({ id, init }) =>
        id.type === 'Identifier' && spread.includes(id.name) && init?.type === 'ObjectExpression'
          ? [init]
          : [],
      )
      const made = constants.flatMap(({ init }) => (init && !plain.has(init.type) ? [init] : []))
      const edits = [...[...definitions, ...shared].flatMap(schemaCuts), ...made.flatMap(pureWrap)]
      return { code: applied(code, edits), map: null }
    },
  }
}

/** Removes from a definition every property that only the server reads. */
const schemaCuts = ({ properties }: ESTree.ObjectExpression): Edit[] =>
  properties.flatMap((property) =>
    property.type === 'Property' && property.key.type === 'Identifier' && !kept.has(property.key.name)
      ? [{ start: property.start, end: property.end, text: `${property.key.name}: undefined` }]
      : [],
  )

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
