import { type CareKind, careKinds } from '#contract/options.ts'

/** The kind that was chosen in the field of this name. */
export const kindOf = (form: FormData, name = 'kind'): CareKind =>
  careKinds.find((kind) => kind === form.get(name)) ?? 'other'
