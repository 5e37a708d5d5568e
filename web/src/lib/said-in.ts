/** What the fields of a group of a form say, by their names: of a form's own, or of what it holds. */
export function saidIn(form: object, group: string): (name: string) => string {
  const held = (form as Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>)[group]
  return (name) =>
    String((form instanceof FormData ? form.get(`${group}.${name}`) : held?.[name]) ?? '').trim()
}
