import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'

type Fields = Readonly<Record<string, unknown>>

/** Old and new values of an entry side by side, a row for each field, folded until asked for. */
export function ValuesBeside({ of, entry }: { of: string; entry: { before?: unknown; after?: unknown } }) {
  const [before, after] = [fieldsOf(entry.before), fieldsOf(entry.after)]
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  if (fields.length === 0)
    return (
      <span className="text-ink-soft">
        <Trans>No values</Trans>
      </span>
    )
  return (
    <details>
      <summary className="min-h-11 cursor-pointer py-2">
        <span className="visually-hidden">{of}: </span>
        {fields.length === 1 ? t`1 value` : t`${fields.length} values`}
      </summary>
      <table className="plain-table text-s">
        <thead>
          <tr>
            <th scope="col">
              <Trans>Field</Trans>
            </th>
            <th scope="col">
              <Trans>Before</Trans>
            </th>
            <th scope="col">
              <Trans>After</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          {fields.map((field) => (
            <tr key={field}>
              <th scope="row">{field}</th>
              <td>{say(before[field])}</td>
              <td>{say(after[field])}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}

function fieldsOf(state: unknown): Fields {
  if (state === null || state === undefined) return {}
  return typeof state === 'object' && !Array.isArray(state) ? (state as Fields) : { value: state }
}

function say(value: unknown): string {
  if (value === null || value === undefined) return '–'
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
