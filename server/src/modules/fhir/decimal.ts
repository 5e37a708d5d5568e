declare global {
  interface JSON {
    // TypeScript does not know them yet.
    rawJSON(text: string): object
    parse(
      text: string,
      reviver: (key: string, value: unknown, context: { source?: string }) => unknown,
    ): unknown
  }
}

/**
 * A decimal with these digits: in FHIR, 5.0 is more precise than 5. The result is an object that only `JSON.stringify` turns into a
 * number: nothing can calculate with it.
 * @throws if the digits are not a JSON number
 */
export const decimal = (digits: string): object => JSON.rawJSON(digits)

/** The number with as many decimals as the printed number `as`, unless that changes it. */
export function asPrecise(number: number, as: string): object {
  const shown = number.toFixed(as.split('.')[1]?.length ?? 0)
  return decimal(Number(shown) === number ? shown : String(number))
}
