/** The published words as choices, with a capital. */
export const choicesOf = (values: readonly string[]) =>
  values.map((value) => ({ value, label: value.charAt(0).toUpperCase() + value.slice(1) }))
