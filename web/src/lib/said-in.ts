/** Reads the fields of a group by name, as trimmed text, from the values of a form. */
export function saidIn(form: object, group: string): (name: string) => string {
  const held = (form as Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>)[group]
  return (name) => String(held?.[name] ?? '').trim()
}
