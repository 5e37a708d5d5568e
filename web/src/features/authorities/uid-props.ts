/** The props of a field that takes an identifier of DHIS2. */
export const uidProps = {
  maxLength: 11,
  autoComplete: 'off',
  autoCapitalize: 'off',
  spellCheck: false,
} as const
