import { type ESTree, type Plugin, Visitor } from 'vite'

const contractModule = /\/contract\/([a-z\d-]+\.ts)(\?bodies)?$/
/** What the browser reads of an endpoint at run time. Its types keep the rest. */
const kept = new Set(['method', 'path', 'access', 'repeatable', 'changes'])
/** The properties of an endpoint that a form reads, from the copy with the schemas. */
const keptForForms = new Set(['method', 'path', 'body'])

/** Values that a bundler sees through by itself. Any other may hold a call, deep inside. */
const plain = new Set(['Literal', 'Identifier', 'FunctionExpression', 'ArrowFunctionExpression'])

type Edit = { start: number; end: number; text: string }

/**
 * The browser calls endpoints by method and path. This leaves the schemas out of its copy of the contract, and marks what was
 * only used by them as droppable, so that a first visit loads neither them nor zod. A body's schema is replaced by a
 * function that loads a second copy of the module (`?bodies`), which a form does when it is filled in. That copy imports only
 * such copies; otherwise the bundler would put the schemas of modules that both share into the script of the first visit.
 */
export function contractWithoutSchemas(): Plugin {
  return {
    name: 'contract-without-schemas',
    apply: 'build',
    transform(code, id) {
      const [, file, forForms] = contractModule.exec(id) ?? []
      if (!file) return null
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
      const cuts = [...definitions, ...shared].flatMap(forForms ? cutsForForms : schemaCuts(file))
      const edits = [...cuts, ...made.flatMap(pureWrap), ...(forForms ? importsOfCopies(program) : [])]
      return { code: applied(code, edits), map: null }
    },
  }
}

/** Removes from a definition every property that only the server reads. */
const cutBut =
  (keep: ReadonlySet<string>, instead: (name: string) => string) =>
  ({ properties }: ESTree.ObjectExpression): Edit[] =>
    properties.flatMap((property) =>
      property.type === 'Property' && property.key.type === 'Identifier' && !keep.has(property.key.name)
        ? [
            {
              start: property.start,
              end: property.end,
              text: `${property.key.name}: ${instead(property.key.name)}`,
            },
          ]
        : [],
    )

const schemaCuts = (file: string) =>
  cutBut(kept, (name) => (name === 'body' ? `() => import('./${file}?bodies')` : 'undefined'))
const cutsForForms = cutBut(keptForForms, () => 'undefined')

const importsOfCopies = ({ body }: ESTree.Program): Edit[] =>
  body.flatMap((statement) =>
    'source' in statement && statement.source?.value.startsWith('./')
      ? [{ start: statement.source.end - 1, end: statement.source.end - 1, text: '?bodies' }]
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
